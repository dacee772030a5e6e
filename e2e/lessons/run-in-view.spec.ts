// Whoever presses Run it sees the run: its chart is in view in every lesson, on laptops, a tablet and a phone.
import { lessonIds } from '../../app/lessons/core/lesson';
import { expect, test } from '../fixtures';

const screens = [
  [1440, 900],
  [1366, 768],
  [768, 1024],
  [360, 740],
] as const;

for (const [width, height] of screens)
  test(`the chart that moves is in view at ${width} × ${height}`, async ({ tabs }) => {
    const page = await tabs.open('/lessons');
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    for (const id of lessonIds)
      await test.step(id, async () => {
        await page.goto(`/lesson/${id}`);
        const question = page.getByRole('region', { name: 'Predict' });
        await expect(question.getByRole('button', { name: 'Run it' })).toBeVisible();
        const slider = question.getByRole('slider');
        if (await slider.isVisible()) await slider.press('PageUp');
        else await question.getByRole('group').last().getByRole('radio').first().check();
        await question.getByRole('button', { name: 'Run it' }).click();
        const run = page.getByRole('region', { name: 'Run', exact: true });
        const moving = run.getByRole('progressbar', { name: 'The run' });
        await expect.poll(() => moving.evaluate((bar: HTMLProgressElement) => bar.value)).toBeGreaterThan(0);
        const chart = run.getByRole('img').or(run.getByRole('list')).first();
        await expect(chart, id).toBeInViewport({ ratio: 0.98 });
        await run.getByRole('button', { name: 'Stop' }).click();
      });
  });
