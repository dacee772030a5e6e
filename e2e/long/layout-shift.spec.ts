// Late parts of a page have their room before they come, where the ring of Home becomes a demo, and in a lesson. Measured as browsers
// measure it (layout-shift entries), from the first paint until the ring trains.
import { blankPage, expect, test } from '../fixtures';
import { expectStill, watchShifts, widths } from '../layout-shifts';
import { untilMoreSteps } from '../lockstep-page';

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
