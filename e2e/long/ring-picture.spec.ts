// The picture of the sum on the dashboard: it is drawn anew after a look at the table, moves where motion is welcome, steps
// where a person asks for steps, and rests while the display is paused. What it says: app/panels/ring/ring-panels.test.tsx.
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';

const ringOf = (page: Page) => page.getByRole('region', { name: 'The ring', exact: true });

test('one step by the keyboard adds parts, until all hold the same sum', async ({ tabs }) => {
  const page = await tabs.open('/lab/screen/training-3');
  await page.setViewportSize({ width: 1440, height: 900 });
  const ring = ringOf(page);
  await expect(ring.getByText('All hold exactly the same sum.')).toBeAttached();
  await ring.getByRole('button', { name: 'View as table' }).click();
  await expect(ring.getByRole('table')).toBeVisible();
  await ring.getByRole('button', { name: 'View as picture' }).click();
  const step = ring.getByRole('button', { name: 'One step' });
  await step.focus();
  for (const words of [
    'Each of the 3 learns something different. All of it is added up.',
    'Adding, message 1 of 4: the fullest chunk has 2 of 3 parts.',
    'Copying, message 2 of 4: whole chunks go on unchanged. 1 of 3 are here.',
    'Copying, message 3 of 4: whole chunks go on unchanged. 2 of 3 are here.',
    'All models change at once, by the same sum.',
    'All hold exactly the same sum.',
  ]) {
    await page.keyboard.press('Enter');
    await expect(ring.getByText(words)).toBeAttached();
  }
});

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });
  test('the picture moves, and rests while the display is paused', async ({ tabs }) => {
    const page = await tabs.open('/lab/screen/training-3');
    await page.setViewportSize({ width: 1440, height: 900 });
    const ring = ringOf(page);
    const seen = new Set<string>();
    const look = async (): Promise<number> =>
      seen.add(await ring.locator('canvas').evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())).size;
    await expect.poll(look).toBeGreaterThan(4);
    await page.getByRole('button', { name: 'Pause display' }).click();
    const before = await look();
    await page.waitForFunction(() => new Promise((resolve) => requestAnimationFrame(() => resolve(true))));
    expect((await look()) - before).toBeLessThanOrEqual(1);
  });
});
