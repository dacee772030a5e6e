// The playground: a digit drawn while the model trains; the same run from its file, in a fresh profile without a ring, reads
// the same. Its filters are what plain loops make of the file's weights. A text, and a boundary: e2e/long.
import type { Page } from '@playwright/test';
import { groupDigits } from '../src/base/group-digits';
import { twoLooks, violationsOf } from './axe';
import { expect, test } from './fixtures';
import { readWeights } from './file-weights';
import { createRoom, order, readyMs, snapshotOf, untilPhase, untilStep } from './lockstep-page';
import { wideDigits } from './run-configs';
import { load, savedBy, strangePixels } from './saved-model';

test('draw while it trains, then play with the saved run', async ({ tabs }) => {
  const page = await tabs.open();
  await createRoom(page, wideDigits(16));
  await untilPhase(page, 'lobby');
  await order(page, { kind: 'start' });
  await untilStep(page, 20);
  await page.getByRole('tab', { name: 'Playground' }).click();
  await drawLine(page);
  const reading = page.getByRole('region', { name: /^Read at step/ });
  await expect(reading.getByText(/It reads \d, \d+\s% sure/)).toBeVisible();
  await expect(reading.getByRole('listitem')).toHaveCount(10);
  const stepRead = async (): Promise<number> => Number((await reading.getByRole('heading').innerText()).replace(/\D/g, '')); // prettier-ignore
  const first = await stepRead();
  expect(first).toBeGreaterThanOrEqual(20);
  await expect.poll(stepRead).toBeGreaterThan(first);
  await page.getByRole('button', { name: 'Before training' }).click();
  await expect(page.getByRole('region', { name: 'Read at step 0' })).toBeVisible();
  await expect(page.getByRole('region', { name: /^Mistakes at step/ })).toHaveCount(2);
  await order(page, { kind: 'pause' }); // axe is quicker beside a ring at rest
  await untilPhase(page, 'paused');
  expect(await violationsOf(page, [twoLooks[0]])).toEqual([]);

  const atRest = groupDigits((await snapshotOf(page))!.step);
  const nowRead = page.getByRole('region', { name: `Read at step ${atRest}`, exact: true });
  await expect(nowRead).toBeVisible();
  const live = await nowRead.innerText();

  const digits = await savedBy(page);
  const fresh = await tabs.openStranger('/playground');
  await load(fresh, 'run.safetensors', digits);
  await expect(fresh.getByText(/^Step [\d,]+, run.safetensors · 12,730 parameters/)).toBeVisible();
  await drawLine(fresh);
  const readAgain = fresh.getByRole('region', { name: /^Read at step/ });
  await expect.poll(() => readAgain.innerText()).toBe(live);
  await expectFilters(fresh, digits);
  await fresh.getByRole('button', { name: 'Take a held-out example' }).click();
  await expect(readAgain.getByText(/It reads \d, \d+\s% sure/)).toBeVisible();
  await load(fresh, 'cut.safetensors', digits.subarray(0, 900));
  await expect(fresh.getByRole('alert')).toContainText('“cut.safetensors” cannot be used');
});

test('without a file, a small model is trained here in seconds, and can be played with', async ({ tabs }) => {
  const page = await tabs.open('/playground');
  const row = page.getByRole('button', { name: 'Train it and play' });
  await row.nth(1).click();
  await expect(page.getByText(/^Step 300, .*\.safetensors · 1,218 parameters/)).toBeVisible({
    timeout: readyMs,
  });
  await expect(row.nth(1)).toBeEnabled();
});

async function drawLine(page: Page): Promise<void> {
  await page.getByRole('application', { name: /^Sheet to draw on/ }).focus();
  for (const key of [' ', ...Array<string>(12).fill('ArrowDown')]) await page.keyboard.press(key);
}

async function expectFilters(page: Page, file: Buffer): Promise<void> {
  const { shape, values } = readWeights(file).tensor('layers.0.weight');
  expect(shape).toEqual([16, 784]);
  const largest = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  await expect(page.getByRole('img', { name: /^Weights of unit/ })).toHaveCount(16);
  for (const unit of [0, 7, 15]) {
    const own = Array.from(values.subarray(784 * unit, 784 * unit + 784), (value) => value / largest);
    const canvas = page.getByRole('img', { name: `Weights of unit ${unit + 1}`, exact: true });
    await expect.poll(() => strangePixels(canvas, own)).toBe(0);
  }
}
