// How far a page's parts jump, measured as browsers measure it: layout-shift entries, from the first paint on.
import { expect, type Page } from '@playwright/test';

/** The largest shift that a person does not feel as a jump. */
const mostShift = 0.05;
/** A laptop's width and a phone's, in CSS pixels. */
export const widths = [1440, 360] as const;

interface Shift {
  readonly value: number;
  readonly what: readonly string[];
}

export interface Watched extends Window {
  shifts: Shift[];
}

/** Watches every page that this tab opens from now on. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    type Entry = PerformanceEntry & {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    };
    const shifts: Shift[] = ((window as unknown as Watched).shifts = []);
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[])
        if (!hadRecentInput)
          shifts.push({ value, what: sources.map(({ node }) => (node?.textContent ?? '').slice(0, 40)) });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Whatever was painted has been counted after two more frames. */
export async function expectStill(page: Page, where: string): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const shifts = await page.evaluate(() => (window as unknown as Watched).shifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${where}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(mostShift);
}
