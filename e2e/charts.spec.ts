// What a person does on a curve: a drag zooms all charts of the same axis, a double click shows all again, one crosshair
// stands in all of them, and a picture is saved with its axes.
import { readFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures';
import { showLabScreen } from './lab-screens';

const chartOf = (panel: Locator): Locator => panel.getByRole('group', { name: /arrow keys/ });

test('drag, double click and crosshair reach every chart of the axis', async ({ tabs }) => {
  const page = await tabs.open('/lab/screen/training-8?tab=all');
  await page.setViewportSize({ width: 1440, height: 900 });
  const loss = page.getByRole('region', { name: 'Loss', exact: true });
  const accuracy = page.getByRole('region', { name: 'Accuracy', exact: true });
  await expect(chartOf(accuracy)).toBeVisible();
  const box = (await chartOf(loss).boundingBox())!;
  const middle = box.y + box.height / 2;

  await page.mouse.move(box.x + box.width * 0.5, middle);
  const stepAt = async (panel: Locator): Promise<number> =>
    Number((await chartOf(panel).locator('dl dd').first().textContent())!.replaceAll(',', ''));
  const step = await stepAt(loss);
  expect(step).toBeGreaterThan(2000);
  // Also where no chart has drawn a point.
  expect(await stepAt(accuracy)).toBe(step);

  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, middle, { steps: 4 });
  await page.mouse.up();
  for (const panel of [loss, accuracy])
    await expect(panel.getByRole('button', { name: 'Show all' })).toBeVisible();
  await expect(loss).toContainText('Where the shown part ends');
  await page.mouse.dblclick(box.x + box.width * 0.5, middle);
  for (const panel of [loss, accuracy])
    await expect(panel.getByRole('button', { name: 'Show all' })).toHaveCount(0);

  // Half of the way along a logarithmic axis of 6,400 steps is step 80.
  await loss.getByRole('switch', { name: 'Log x' }).click();
  await page.mouse.move(box.x + box.width * 0.5, middle);
  await expect.poll(() => stepAt(loss)).toBeLessThan(200);
});

test('a curve is saved as PNG, SVG and JSONL, and its outliers are counted', async ({ tabs }) => {
  const page = await tabs.open('/lab/screen/training-8');
  const loss = page.getByRole('region', { name: 'Loss', exact: true });
  const saved = async (kind: string): Promise<Buffer> => {
    const download = page.waitForEvent('download');
    const button = loss.getByRole('button', { name: `Save Loss as ${kind}` });
    if (!(await button.isVisible())) await loss.getByText('Save', { exact: true }).click();
    await button.click();
    return readFileSync(await (await download).path());
  };
  const png = await saved('PNG');
  expect(png.subarray(1, 4).toString('latin1')).toBe('PNG');
  expect(png.readUInt32BE(16)).toBeGreaterThan(1000);
  const svg = (await saved('SVG')).toString('utf8');
  for (const words of ['Loss', 'train', 'validation', 'Step']) expect(svg).toContain(words);
  const lines = (await saved('JSONL')).toString('utf8').trim().split('\n');
  expect(lines.length).toBeGreaterThan(6000);
  expect(JSON.parse(lines.at(-1)!)).toHaveProperty('Step', 6400);

  await showLabScreen(page, '/lab/screen/training-1');
  const button = loss.getByRole('button', { name: /cut off/i });
  await expect(button).toHaveText(/^\d+ outliers? of train cut off, up to [\d.]+: show$/);
  await button.click();
  await expect(button).toHaveText(/^Cut off \d+ outliers? of train$/);
});

test('a chart of recharts is read by keys, and its panel stays where its code cannot be fetched', async ({
  tabs,
}) => {
  const page = await tabs.open();
  tabs.expectErrors();
  const part = /\/still-lines-[^/]*\.js(\?|$)/;
  await page.route(part, (route) => route.abort());
  await page.goto('/calculator?preset=class');
  const panel = page.getByRole('region', { name: 'Utilisation against bandwidth', exact: true });
  await expect(panel.getByRole('alert')).toContainText('could not be fetched');
  await panel.getByRole('button', { name: 'View as table' }).click();
  await expect(panel.getByRole('columnheader', { name: 'H = 512' })).toBeVisible();
  await panel.getByRole('button', { name: 'View as picture' }).click();
  await page.unroute(part);
  await panel.getByRole('button', { name: 'Try again' }).click();
  await panel.getByRole('application', { name: 'Utilisation against bandwidth' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(panel.locator('dl')).toContainText(/^Bandwidth.*bit\/s.*H = 512/);
});
