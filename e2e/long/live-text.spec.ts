// Panels out of view: their text continues, for screen readers and for print; only their charts wait.
import type { Page } from '@playwright/test';
import { blankPage, expect, test } from '../fixtures';

/** The whole screen of a ring that steps by itself, 30 steps a second. */
const replay = '/lab/screen/replay';
const stepsPerSecond = 30;
/** Out of view, text is drawn at most once a second: right after that it is at most this old. */
const slowSteps = stepsPerSecond;
/** Two batches of the replay: text drawn on demand is not older. */
const freshSteps = 12;

/** The step of the status strip, which is always live, and of the loss panel's summary, both read at one moment. */
interface Steps {
  readonly status: number;
  readonly loss: number;
}

/** Run in the page. */
function readSteps(): Steps {
  const whole = (text: string | undefined): number => Number(text?.replaceAll(',', ''));
  const strip = document.querySelector<HTMLElement>('section[aria-label="Status"]')!;
  return {
    status: whole(/Step ([\d,]+)/.exec(strip.innerText)?.[1]),
    loss: whole(/After step ([\d,]+)/.exec(document.body.innerText)?.[1]),
  };
}

/** Waits until the loss panel is above a low window, long enough for its text to fall behind. */
async function scrollLossAway(page: Page): Promise<void> {
  await expect(page.getByRole('region', { name: 'Loss' })).toContainText('After step 10,');
  await page.setViewportSize({ width: 1280, height: 300 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await expect
    .poll(async () => {
      const { y, height } = (await page.getByRole('region', { name: 'Loss' }).boundingBox())!;
      return y + height;
    })
    .toBeLessThan(-110);
  const { status } = await page.evaluate(readSteps);
  await expect
    .poll(async () => (await page.evaluate(readSteps)).status, { timeout: 60_000 })
    .toBeGreaterThan(status + 2 * stepsPerSecond);
}

test('out of view a panel’s text follows the steps, at most once a second, and print draws all of that moment', async ({
  tabs,
}) => {
  const page = await tabs.open(replay);
  await scrollLossAway(page);
  const begin = await page.evaluate(readSteps);
  await expect
    .poll(async () => (await page.evaluate(readSteps)).loss, { timeout: 60_000 })
    .toBeGreaterThan(begin.loss + 3 * stepsPerSecond);
  await expect
    .poll(
      async () => {
        const steps = await page.evaluate(readSteps);
        return steps.status - steps.loss;
      },
      { intervals: [50] },
    )
    .toBeLessThanOrEqual(slowSteps);
  // Not at the rate of panels in view, however fast this machine replays.
  const changes = await page.evaluate(async (steps) => {
    const strip = document.querySelector<HTMLElement>('section[aria-label="Status"]')!;
    const loss = [...document.querySelectorAll('section')].find((panel) =>
      panel.innerText.startsWith('Loss'),
    )!;
    let summaries = 0;
    let charts = 0;
    const observer = new MutationObserver((records) => {
      if (records.some(({ target }) => target.nodeType === Node.TEXT_NODE)) summaries++;
      if (records.some(({ target }) => target instanceof SVGPathElement)) charts++;
    });
    observer.observe(loss, { subtree: true, characterData: true, attributes: true });
    const beginMs = performance.now();
    const begin = Number(/Step ([\d,]+)/.exec(strip.innerText)![1].replaceAll(',', ''));
    await new Promise<void>((resolve) => {
      const poll = setInterval(() => {
        const now = Number(/Step ([\d,]+)/.exec(strip.innerText)![1].replaceAll(',', ''));
        if (now < begin + steps) return;
        clearInterval(poll);
        resolve();
      }, 100);
    });
    observer.disconnect();
    return { summaries, charts, seconds: (performance.now() - beginMs) / 1000 };
  }, 5 * stepsPerSecond);
  expect(changes.summaries).toBeGreaterThanOrEqual(1);
  expect(changes.summaries).toBeLessThanOrEqual(changes.seconds + 2);
  expect(changes.charts, 'the chart waits until it can be seen').toBe(0);

  // The browser lays the page out right after the event: it prints what is read here.
  const read = `(() => {
    const readSteps = ${readSteps.toString()};
    const line = () => document.querySelector('section path[stroke="var(--blue)"]').getAttribute('d');
    const before = line();
    dispatchEvent(new Event('beforeprint'));
    return { ...readSteps(), isDrawn: line() !== before };
  })()`;
  const printed = await page.evaluate<Steps & { isDrawn: boolean }>(read);
  expect(printed.status - printed.loss, JSON.stringify(printed)).toBeLessThanOrEqual(freshSteps);
  expect(printed.isDrawn, 'the chart is drawn anew').toBe(true);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'print' });
  await expect
    .poll(async () => {
      const steps = await page.evaluate(readSteps);
      return steps.status - steps.loss;
    })
    .toBeLessThanOrEqual(freshSteps);
});

test('a table opened out of view begins with the newest step', async ({ tabs }) => {
  const page = await tabs.open(replay);
  await scrollLossAway(page);
  // No pointer or focus is on it, as when a screen reader presses it.
  const { status, first } = await page.evaluate(async () => {
    const loss = [...document.querySelectorAll('section')].find((panel) =>
      panel.innerText.startsWith('Loss'),
    )!;
    const button = [...loss.querySelectorAll('button')].find((each) => each.innerText === 'View as table')!;
    button.click();
    await Promise.resolve();
    const strip = document.querySelector<HTMLElement>('section[aria-label="Status"]')!;
    const whole = (text: string | undefined): number => Number(text?.replaceAll(',', ''));
    return {
      status: whole(/Step ([\d,]+)/.exec(strip.innerText)?.[1]),
      first: whole(loss.querySelector<HTMLElement>('tbody th')?.innerText),
    };
  });
  // The strip may be older than the table.
  expect(status - first, `${status} and ${first}`).toBeLessThanOrEqual(freshSteps);
});

test('who presses the key of shortcuts, to print, has every panel on paper', async ({ tabs }) => {
  const page = await tabs.open(blankPage);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto('/lab/screen/training-3');
  await expect(page.getByRole('region', { name: 'The ring', exact: true })).toBeVisible();
  /** Panels that have not come: the page prints what is here right after the event. */
  const missing = () =>
    page.evaluate(() => {
      dispatchEvent(new Event('beforeprint'));
      const { length } = document.querySelectorAll('main [aria-busy]');
      dispatchEvent(new Event('afterprint'));
      return length;
    });
  await expect(page.getByRole('tab', { name: 'Curves' })).toBeVisible();
  await page.keyboard.press('Control');
  await expect.poll(missing).toBe(0);
});
