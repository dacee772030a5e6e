// What axe and a ruler find wrong with the screen that a page shows.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/** The width of the screen in px, and its colours. */
export type Look = readonly [width: number, colorScheme: 'light' | 'dark'];

/** A phone by day and a desktop by night: each width once with all rules, and each set of colours. */
export const twoLooks: readonly Look[] = [
  [360, 'light'],
  [1440, 'dark'],
];

/** The rules whose answer depends on colours. All others answer the same in light and in dark. */
const colourRules = ['color-contrast', 'link-in-text-block'];

/** One sentence per violation, and per look that is wider than its screen. A width seen again is asked for colours only.
 *  The scan begins once the screen has its heading: until the part with that screen has come, the page is empty. */
export async function violationsOf(page: Page, looks = twoLooks): Promise<string[]> {
  await page.locator('h1').first().waitFor({ state: 'attached' });
  const found: string[] = [];
  const seen = new Set<number>();
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // Axe needs no second page in one frame, which it otherwise opens for each scan. To describe what is right takes it
    // longer than to find what is wrong. No rule here needs the style sheets that it would fetch once more.
    const axe = new AxeBuilder(await withAxe(page))
      .setLegacyMode()
      .options({ resultTypes: ['violations'], preload: false });
    const { violations } = await (seen.has(width) ? axe.withRules(colourRules) : axe).analyze();
    seen.add(width);
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        found.push(`${width} px, ${colorScheme}: ${id} at ${target.join(' ')}: ${failureSummary}`);
    const wide = await page.evaluate(widerThanScreen);
    if (wide) found.push(`${width} px: ${wide}`);
  }
  return found;
}

/** A document that has axe needs it no second time: to read its half a megabyte takes as long as a scan. */
async function withAxe(page: Page): Promise<{ readonly page: Page; readonly axeSource?: string }> {
  const isThere = await page.evaluate(() => 'axe' in window);
  return isThere ? { page, axeSource: 'undefined' } : { page };
}

/** The pixels by which the page is wider than the screen, and the elements that reach farthest. */
function widerThanScreen(): string | undefined {
  const overflow = document.documentElement.scrollWidth - innerWidth;
  if (overflow <= 0) return undefined;
  const rightOf = (element: Element): number => element.getBoundingClientRect().right;
  const isClipped = (element: Element): boolean => {
    for (let above = element.parentElement; above; above = above.parentElement)
      if (getComputedStyle(above).overflowX !== 'visible') return true;
    return false;
  };
  const free = [...document.querySelectorAll('body *')].filter((element) => !isClipped(element));
  const widest = free.sort((a, b) => rightOf(b) - rightOf(a)).slice(0, 3);
  const names = widest.map((element) => `${element.localName}.${element.getAttribute('class') ?? ''}`);
  return `${overflow} px wider than the screen: ${names.join(', ')}`;
}
