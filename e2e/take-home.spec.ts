// Data in, weights out. A person's files train, images in two tabs, the run is saved, and a fresh browser profile reads
// and writes with that file as the tab did that trained. The file alone knows the person's images: plain loops show it.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { readWeights } from './file-weights';
import { drawings, idx, playInFreshProfile, readings, save, trainTogether, writtenWith } from './own-files';
import { openTab, snapshotOf } from './lockstep-page';
import { readShare } from './read-share';

const count = 240;
const side = 8;

/** Class c of four lights the rows 2c and 2c + 1. */
function byteAt(index: number): number {
  const example = Math.floor(index / (side * side));
  const row = Math.floor(index / side) % side;
  return row >> 1 === example % 4 ? 128 + ((37 * example) % 120) : (11 * index) % 32;
}

test('own images: trained in two tabs, taken home, read the same in a fresh profile', async ({ tabs }) => {
  const files = [
    idx('stripes-images.idx3-ubyte', [count, side, side], byteAt),
    idx('stripes-labels.idx1-ubyte', [count], (index) => index % 4),
  ];
  const host = await trainTogether(tabs, {
    ...{ files, read: /240 examples of 8 × 8, 4 classes/, join: 'Use these and join' },
    ...{ settings: { 'Hidden layers': '16' }, steps: 30, guests: 1 },
  });
  const path = await save(host);
  await host.getByRole('tab', { name: 'Playground' }).click();
  const twoLines = drawings.slice(0, 2);
  const live = await readings(host, twoLines);
  expect(new Set(live.map((classes) => classes.join())).size, 'readings that differ').toBe(live.length);

  const fresh = await playInFreshProfile(tabs, path);
  expect(await readings(fresh, twoLines)).toEqual(live);
  const images = { count, size: side * side, byteAt, labelAt: (at: number) => at % 4 };
  await expectDataOnlyOnWish(host);
  expect(readShare(readWeights(await readFile(path)), images)).toBeGreaterThan(0.95);
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
