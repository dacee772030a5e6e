// What comes late has its room before it comes, where the ring of Home becomes a demo, and in a lesson. Measured as browsers
// measure it (layout-shift entries), from the first paint until the ring trains.
import type { Page } from '@playwright/test';
import { blankPage, expect, test } from '../fixtures';
import { untilMoreSteps } from '../lockstep-page';

/** What a person does not feel as a jump. */
const mostShift = 0.05;
const widths = [1440, 360] as const;

interface Shift {
  readonly value: number;
  readonly what: readonly string[];
}

interface Watched extends Window {
  shifts: Shift[];
}

/** Watches every page that this tab opens from now on. */
async function watchShifts(page: Page): Promise<void> {
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
async function expectStill(page: Page, where: string): Promise<void> {
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  const shifts = await page.evaluate(() => (window as unknown as Watched).shifts);
  const sum = shifts.reduce((total, { value }) => total + value, 0);
  expect(sum, `${where}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(mostShift);
}

test('the ring of Home becomes the demo, and nothing moves', async ({ tabs }) => {
  for (const width of widths) {
    const page = await tabs.open(blankPage);
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await watchShifts(page);
    await page.goto('/');
    const play = page.getByRole('button', { name: 'Play with it' });
    await expect(play).toBeEnabled();
    await expectStill(page, `Home at ${width} px`);
    await play.click();
    await expect(page.getByRole('region', { name: 'Play', exact: true })).toBeVisible();
    await untilMoreSteps([page], 10);
    await expectStill(page, `the demo at ${width} px`);
    await page.close();
  }
});

test('a lesson runs to its end, and nothing moves', async ({ tabs }) => {
  for (const width of widths) {
    const page = await tabs.open(blankPage);
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    await watchShifts(page);
    await page.goto('/lesson/fuse-and-overlap');
    const card = (name: string) => page.getByRole('region', { name, exact: true });
    await card('Predict').getByRole('slider').press('PageUp');
    await card('Predict').getByRole('button', { name: 'Run it' }).click();
    await expect(card('Run').getByRole('definition').first()).toBeVisible();
    await expectStill(page, `a lesson at ${width} px`);
    await page.close();
  }
});
