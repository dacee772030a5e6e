// The playground: a digit drawn while the model trains; the same run from its file, in a fresh profile without a ring, reads
// and writes the same. What it draws of a model is what plain loops make of the file's weights.
import type { Locator, Page } from '@playwright/test';
import { groupDigits } from '../src/base/group-digits';
import { twoLooks, violationsOf } from './axe';
import { expect, test } from './fixtures';
import { classOneAt, firstAttention, readWeights } from './file-weights';
import {
  createRoom,
  order,
  readyMs,
  snapshotOf,
  untilPhase,
  untilStep,
  type LockstepWindow,
} from './lockstep-page';
import { wideDigits } from './run-configs';

test('draw while it trains, then play with the saved run; write a text', async ({ tabs }) => {
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

  await page.goto('/alone?replicas=1&preset=stories&backend=cpu&layers=1&channels=32&tab=play');
  await untilStep(page, 10);
  await order(page, { kind: 'pause' });
  await untilPhase(page, 'paused');
  const paused = groupDigits((await snapshotOf(page))!.step);
  await expect(page.getByText(new RegExp(`^Step ${paused}\\b.* parameters$`))).toBeVisible();
  const written = page.getByRole('region', { name: `Written at step ${paused}`, exact: true });
  await write(page.getByRole('tabpanel'));
  await written.getByRole('listbox').press('ArrowRight');
  await expect(written.getByRole('list', { name: 'The likeliest characters there' }).getByRole('listitem')).toHaveCount(5); // prettier-ignore
  expect(await violationsOf(page, [twoLooks[1]])).toEqual([]);
  const text = await written.getByRole('listbox').innerText();
  const gpt = await savedBy(page);
  await load(fresh, 'gpt.safetensors', gpt);
  await write(fresh.getByRole('main'));
  const again = fresh.getByRole('region', { name: `Written at step ${paused}`, exact: true });
  expect(await again.getByRole('listbox').innerText()).toBe(text);
  await expectAttention(fresh, gpt);

  await page.goto('/alone?replicas=1&preset=moons&backend=cpu');
  await untilStep(page, 40);
  await order(page, { kind: 'pause' });
  const moons = await savedBy(page);
  await load(fresh, 'moons.safetensors', moons);
  await expectBoundary(fresh, moons);
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

async function write(within: Locator): Promise<void> {
  await within.getByRole('button', { name: 'Write', exact: true }).click();
  await expect(within.getByText(/^300 characters in .* a second on this device/)).toBeVisible();
}

async function savedBy(page: Page): Promise<Buffer> {
  const url = await page.evaluate(async () => {
    const { file } = await (window as LockstepWindow).lockstep!.checkpoint();
    return new Promise<string>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as string);
      reader.readAsDataURL(file);
    });
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

async function load(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.getByLabel(/checkpoint file$/).setInputFiles({ name, mimeType: '', buffer });
}

type Rgb = readonly number[];

/** The theme's colours: below 0, above 0, and of nothing. */
function colours(page: Page): Promise<Record<'below' | 'above' | 'paper', Rgb>> {
  return page.evaluate(() => {
    const style = getComputedStyle(document.documentElement);
    const rgb = (name: string): number[] => (style.getPropertyValue(name).match(/[0-9a-f]{2}/gi) ?? []).map((byte) => Number.parseInt(byte, 16)); // prettier-ignore
    return { below: rgb('--ramp-0'), above: rgb('--ramp-1'), paper: rgb('--surface') };
  });
}

/** The canvas’s pixels, RGBA by rows. */
async function pixelsOf(canvas: Locator): Promise<{ readonly width: number; readonly data: Uint8Array }> {
  const { width, base64 } = await canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    const { data } = element.getContext('2d')!.getImageData(0, 0, width, height);
    let bytes = '';
    for (let at = 0; at < data.length; at += 4 * width)
      bytes += String.fromCharCode(...data.subarray(at, at + 4 * width));
    return { width, base64: btoa(bytes) };
  });
  return { width, data: Buffer.from(base64, 'base64') };
}

/** paper at 0, the colour of its sign at −1 and 1. */
function shade({ below, above, paper }: Record<'below' | 'above' | 'paper', Rgb>, value: number): number[] {
  const end = value < 0 ? below : above;
  return paper.map((from, channel) => from + (end[channel] - from) * Math.min(1, Math.abs(value)));
}

/** Pixels that are not those of `values`, which lie in −1 … 1 by rows; a byte rounds. */
async function strangePixels(canvas: Locator, values: readonly number[]): Promise<number> {
  const palette = await colours(canvas.page());
  const { data } = await pixelsOf(canvas);
  expect(data).toHaveLength(4 * values.length);
  const isStrange = (value: number, at: number) => shade(palette, value).some((byte, channel) => Math.abs(byte - data[4 * at + channel]) > 1); // prettier-ignore
  return values.filter(isStrange).length;
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

async function expectAttention(page: Page, file: Buffer): Promise<void> {
  const weights = readWeights(file);
  const characters = JSON.parse(weights.metadata.characters) as readonly string[];
  const text = 'ann has a dog';
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill(text);
  const maps = firstAttention(
    weights,
    [...text].map((character) => characters.indexOf(character)),
    4,
  );
  const nameOf = (at: number): string => (text[at] === ' ' ? 'space' : text[at]);
  for (const [head, rows] of maps.entries()) {
    const canvas = page.getByRole('img', { name: `Layer 1, head ${head + 1}: 13 by 13 weights` });
    await expect.poll(() => strangePixels(canvas, rows.flat())).toBe(0);
    await page.getByLabel('Head', { exact: true }).selectOption({ value: String(head) });
    const last = rows[12];
    const sentence = page.getByText(/^“g” at 13 reads most of “.+” at \d+: \d+\s%\.$/);
    const told = async () => (/“(.+)” at (\d+): (\d+)\s%/.exec((await sentence.innerText()).slice(4)) ?? []).slice(1); // prettier-ignore
    await expect.poll(async () => Math.abs(Number((await told())[2]) - 100 * Math.max(...last))).toBeLessThan(0.51); // prettier-ignore
    const [name, at] = await told();
    expect(name).toBe(nameOf(Number(at) - 1));
    expect(last[Number(at) - 1]).toBeCloseTo(Math.max(...last), 5); // two may be equal but for rounding
  }
}

/** The ground between the points that lie on it: a place's colour is between those of the places around it. */
async function expectBoundary(page: Page, file: Buffer): Promise<void> {
  const weights = readWeights(file);
  const region = page.getByRole('region', { name: /^Boundary at step/ });
  const canvas = region.getByRole('img');
  await expect(canvas).toBeVisible();
  const atOrigin = classOneAt(weights, 3, [0, 0]);
  const share = (100 * Math.max(atOrigin, 1 - atOrigin)).toFixed(1);
  await expect(region.getByRole('status')).toContainText(
    `At (0.0, 0.0) class ${atOrigin >= 0.5 ? 1 : 0}, with ${share} %`,
  );
  const shownExtent = Number(await region.getByRole('slider', { name: 'x' }).getAttribute('max'));
  const palette = await colours(page);
  const { width, data } = await pixelsOf(canvas);
  const side = 40;
  const expected = [-0.05, 0.05].map((rounding) => {
    const extent = shownExtent + rounding;
    const place = (at: number): number => extent * ((2 * (at + 0.5)) / side - 1);
    return Array.from({ length: side * side }, (_, at) => {
      const p = classOneAt(weights, 3, [place(at % side), -place(Math.floor(at / side))]);
      return shade(palette, Math.sign(p - 0.5) * Math.min(1, 1.7 * Math.abs(p - 0.5)));
    });
  });
  const wrong: string[] = [];
  const seen = { above: 0, below: 0 };
  for (let row = 1; row < side - 1; row++)
    for (let column = 1; column < side - 1; column++) {
      const around = [-1, 0, 1].flatMap((y) => [-1, 0, 1].flatMap((x) => expected.map((one) => one[(row + y) * side + column + x]))); // prettier-ignore
      const fits = [[0, 0], [5, 5], [-5, -5], [5, -5], [-5, 5]].some(([dx, dy]) => {
        const x = Math.round(((column + 0.5) * width) / side) + dx;
        const y = Math.round(((row + 0.5) * width) / side) + dy;
        return [0, 1, 2].every((channel) => {
          const found = data[4 * (y * width + x) + channel];
          const bytes = around.map((colour) => colour[channel]);
          return found >= Math.min(...bytes) - 4 && found <= Math.max(...bytes) + 4;
        });
      }); // prettier-ignore
      if (!fits) wrong.push(`${row}, ${column}`);
      const [red, , blue] = expected[0][row * side + column];
      if (red > blue + 40) seen.below++;
      else if (blue > red + 40) seen.above++;
    }
  // A point may cover all five pixels of a place.
  expect(wrong.length, wrong.join('; ')).toBeLessThan(30);
  expect(Math.min(seen.above, seen.below)).toBeGreaterThan(100);
}
