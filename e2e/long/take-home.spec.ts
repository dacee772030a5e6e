// Data in, weights out. A room on a person's IDX files asks each newcomer for them: other files are refused with the reason,
// and the right ones train. The run is saved, and a fresh browser profile reads and writes with that file as the tab did that
// trained. The file alone knows the person's images: plain loops show it.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures';
import { readWeights } from '../file-weights';
import {
  chooseUsualEngine,
  expectEqualHistories,
  openTab,
  pressJoin,
  snapshotOf,
  untilPhase,
  untilStep,
  untilWorldSize,
} from '../lockstep-page';
import {
  drawings,
  idx,
  playInFreshProfile,
  readings,
  save,
  trainTogether,
  writtenWith,
  type FilePayload,
} from '../own-files';
import { readShare } from '../read-share';

const count = 240;
const side = 8;

/** Class c of four lights the rows 2c and 2c + 1, at a brightness that depends on the example and on `seed`. */
function byteAt(index: number, seed = 1): number {
  const example = Math.floor(index / (side * side));
  const row = Math.floor(index / side) % side;
  return row >> 1 === example % 4 ? 128 + ((37 * example + seed) % 120) : (11 * index + seed) % 32;
}

const images = (seed: number): FilePayload =>
  idx('stripes-images.idx3-ubyte', [count, side, side], (index) => byteAt(index, seed));
const labels = idx('stripes-labels.idx1-ubyte', [count], (index) => index % 4);

async function choose(page: Page, imageFile: FilePayload): Promise<void> {
  await page.getByLabel('Files', { exact: true }).setInputFiles([imageFile, labels]);
}

test('own images: each member gives the same ones; trained, taken home, read the same in a fresh profile', async ({
  tabs,
}) => {
  const host = await tabs.open('/start');
  await host.getByRole('radio', { name: /^Your own files/ }).check();
  await host.getByText('More settings', { exact: true }).click();
  await host.getByLabel('Hidden layers').fill('16');
  await chooseUsualEngine(host);
  const open = host.getByRole('button', { name: 'Open the room' });
  await expect(open).toBeDisabled();

  const broken = { ...images(1), buffer: Buffer.from('<!doctype html>not found') };
  await choose(host, broken);
  await expect(host.getByText('the image file does not begin like an IDX file')).toBeVisible();
  const cut = { ...images(1), buffer: images(1).buffer.subarray(0, 999) };
  await choose(host, cut);
  await expect(host.getByText(/The image file has [\d,]+ of 15,360 elements/)).toBeVisible();
  await expect(open).toBeDisabled();
  await expect(host.getByLabel('Hidden layers')).toHaveValue('16');

  await choose(host, images(1));
  await expect(host.getByText(/240 examples of 8 × 8, 4 classes/)).toBeVisible();
  await expect(host.getByText(/^With seed 1, 48 examples are held out and 152 trained on\./)).toBeVisible();
  await expect(host.getByText('120 examples repeat the inputs of an earlier one.')).toBeVisible();
  await open.click();
  await untilPhase(host, 'lobby');

  const guest = await tabs.openStranger(host.url());
  await pressJoin(guest);
  await expect(guest.getByRole('heading', { name: 'This room needs a file from you' })).toBeVisible();
  const join = guest.getByRole('button', { name: 'Use these and join' });
  await choose(guest, images(2));
  await expect(guest.getByText('This is other data than the room’s')).toBeVisible();
  await expect(join).toBeDisabled();
  await choose(guest, images(1));
  await join.click();
  await untilWorldSize([host, guest], 2);

  await host.getByRole('button', { name: 'Start', exact: true }).click();
  await untilStep(host, 100);
  await host.getByRole('button', { name: 'Pause', exact: true }).click();
  for (const page of [host, guest]) await untilPhase(page, 'paused');
  await expectEqualHistories([host, guest], 100);
  const path = await save(host);
  await host.getByRole('tab', { name: 'Playground' }).click();
  const twoLines = drawings.slice(0, 2);
  const live = await readings(host, twoLines);
  expect(new Set(live.map((classes) => classes.join())).size, 'readings that differ').toBe(live.length);

  const fresh = await playInFreshProfile(tabs, path);
  expect(await readings(fresh, twoLines)).toEqual(live);
  const all = {
    count,
    size: side * side,
    byteAt: (at: number) => byteAt(at),
    labelAt: (at: number) => at % 4,
  };
  await expectDataOnlyOnWish(host);
  expect(readShare(readWeights(await readFile(path)), all)).toBeGreaterThan(0.95);
});

/** The pixels of the first image that the run does not hold out are in the archive, or no image's are. */
async function expectDataOnlyOnWish(host: Page): Promise<void> {
  await openTab(host, 'You');
  const archive = async (): Promise<Buffer> => {
    const [download] = await Promise.all([
      host.waitForEvent('download'),
      host.getByRole('button', { name: 'Export for PyTorch and ONNX' }).click(),
    ]);
    return readFile(await download.path());
  };
  const images = Array.from({ length: count }, (_, image) =>
    Buffer.from(Array.from({ length: side * side }, (_unused, pixel) => byteAt(image * side * side + pixel))),
  );
  const heldBy = (bytes: Buffer): number => images.filter((image) => bytes.includes(image)).length;
  await expect(host.getByText(/^Without it the archive holds no training data/)).toBeVisible();
  const without = await archive();
  expect([heldBy(without), without.includes('class Examples')]).toEqual([0, false]);
  await host.getByRole('switch', { name: 'Put the training data into the export' }).click();
  await expect(host.getByText(/whoever gets the file can read it/)).toBeVisible();
  const whole = await archive();
  expect(heldBy(whole)).toBeGreaterThan(count / 2);
  expect(whole.includes('class Examples')).toBe(true);
}

test('own text: a small GPT taken home writes the same with the same seed', async ({ tabs }) => {
  const line = 'the cat sat on the mat and saw a rat. the rat ran to the barn.\n';
  const files = [{ name: 'rhymes.txt', mimeType: 'text/plain', buffer: Buffer.from(line.repeat(90)) }];
  const host = await trainTogether(tabs, {
    ...{ files, read: /^✓ rhymes.txt: [\d,]+ characters/, join: 'Use it and join', steps: 30, guests: 0 },
    settings: { Blocks: '1', Channels: '16', Heads: '2', Context: '16' },
  });
  const path = await save(host);
  await host.getByRole('tab', { name: 'Playground' }).click();
  const texts = [];
  for (const seed of [1, 7]) texts.push(await writtenWith(host.getByRole('tabpanel'), 'the ', seed));
  expect(texts[0]).not.toBe(texts[1]);
  expect(texts[0].startsWith('the ')).toBe(true);

  const fresh = await playInFreshProfile(tabs, path);
  for (const [at, seed] of [1, 7].entries())
    expect(await writtenWith(fresh.getByRole('main'), 'the ', seed)).toBe(texts[at]);
  expect((await snapshotOf(host))!.step).toBeGreaterThanOrEqual(30);
});
