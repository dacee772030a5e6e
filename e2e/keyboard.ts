// Walks without a pointer: to a control by Tab, and through a whole screen by Tab.
import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the control has the focus, at most once per control of a screen. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  // A button that waits for what it shows is disabled, and no stop of Tab.
  await expect(control).toBeEnabled();
  // A search by name takes the page longer than all else here: it is repeated only where the control was replaced.
  let element = await control.elementHandle();
  for (let presses = 0; presses < 120; presses++) {
    const found = await element?.evaluate((one) =>
      one.isConnected ? one === document.activeElement : undefined,
    );
    if (found) return;
    if (found === undefined) element = await control.elementHandle();
    else await page.keyboard.press('Tab');
  }
  throw new Error(`120 presses of Tab did not reach ${control.toString()}`);
}

/** Goes to the control by Tab, then presses the key. */
export async function pressOn(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
}

type WalkedWindow = Window & { walked?: Set<Element> };

/** More than any screen has. */
const mostStops = 500;

/** A part that loads late moves what is on the screen, and brings controls that the walk has passed. */
const settleMs = 10_000;

/** The faults that each walk through a screen finds. */
export async function tabFaults(page: Page): Promise<readonly string[]> {
  for (const endMs = Date.now() + settleMs; ;) {
    const faults = await faultsOfWalk(page);
    if (faults.length === 0 || Date.now() > endMs) return faults;
  }
}

/** One sentence for each control that Tab does not reach, for each place where nothing shows the focus, and for each that
 *  is covered or off the screen while it has the focus. The walk begins at the top of the page. */
async function faultsOfWalk(page: Page): Promise<readonly string[]> {
  await page.evaluate(() => {
    (window as WalkedWindow).walked = new Set();
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
  });
  const faults: string[] = [];
  for (let presses = 0; presses < mostStops; presses++) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(lookAtFocus);
    if (fault === 'round') break;
    if (fault !== undefined) faults.push(fault);
  }
  return [...faults, ...(await page.evaluate(missedStops))];
}

/** What is wrong where the focus is; 'round': it was there before, or the browser has it. Runs in the page. */
function lookAtFocus(): string | undefined {
  const walked = (window as WalkedWindow).walked!;
  const element = document.activeElement!;
  if (element === document.body || walked.has(element)) return 'round';
  walked.add(element);
  // A group of radio buttons is one stop.
  if (element instanceof HTMLInputElement && element.type === 'radio')
    for (const each of document.getElementsByName(element.name)) walked.add(each);
  const words = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40);
  const name = `${element.tagName.toLowerCase()} “${words}”`;
  const isOutlined = (at: Element | null, above: number): boolean => {
    if (!at || above < 0) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(at);
    return (
      (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || isOutlined(at.parentElement, above - 1)
    );
  };
  if (!isOutlined(element, 3)) return `nothing shows that ${name} has the focus`;
  const shown = element.closest('label') ?? element;
  const { left, right, top, bottom } = shown.getBoundingClientRect();
  const over = document.elementFromPoint(
    (Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
  );
  if (!over) return `${name} is off the screen while it has the focus`;
  return shown.contains(over) || over.contains(shown)
    ? undefined
    : `${name} is covered while it has the focus`;
}

/** Runs in the page. */
function missedStops(): string[] {
  const walked = (window as WalkedWindow).walked!;
  const all = document.querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex]',
  );
  return [...all]
    .filter(
      (element) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled') &&
        element.checkVisibility() &&
        !walked.has(element),
    )
    .map(
      (element) =>
        `Tab does not reach ${element.tagName.toLowerCase()} “${element.textContent.slice(0, 40)}”`,
    );
}
