// `npm run test:data -- FOLDER`: the way of e2e/long/take-home.spec.ts with real data: MNIST's IDX files and a text, from a folder
// that the person names. They train in three tabs; a fresh profile reads and writes the same with the saved run.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { gptSizes } from '../../src/model/presets';
import { expect, test } from '../fixtures';
import { readWeights } from '../file-weights';
import { snapshotOf } from '../lockstep-page';
import { playInFreshProfile, readings, save, trainTogether, writtenWith } from '../own-files';
import { readShare } from '../read-share';

/** The one file of the folder with such a name. */
function fileLike(pattern: RegExp): string {
  const folder = process.env.LOCKSTEP_DATA ?? '';
  const found = readdirSync(folder).filter((name) => pattern.test(name));
  expect(found, `files of ${folder} like ${String(pattern)}`).toHaveLength(1);
  return path.join(folder, found[0]);
}

function bytesOf(file: string): Buffer {
  const bytes = readFileSync(file);
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

test('MNIST: trained in three tabs, taken home, read the same in a fresh profile', async ({ tabs }) => {
  const files = [fileLike(/images-idx3-ubyte(\.gz)?$/), fileLike(/labels-idx1-ubyte(\.gz)?$/)];
  const host = await trainTogether(tabs, {
    ...{
      files,
      read: /^✓ .*examples of 28 × 28, 10 classes/,
      join: 'Use these and join',
      steps: 200,
      guests: 2,
    },
    settings: { 'Hidden layers': '64' },
  });
  const saved = await save(host);
  await host.getByRole('tab', { name: 'Playground' }).click();
  const live = await readings(host);
  const fresh = await playInFreshProfile(tabs, saved);
  expect(await readings(fresh)).toEqual(live);

  const [images, labels] = files.map(bytesOf);
  const count = images.readUInt32BE(4);
  const share = readShare(readWeights(readFileSync(saved)), {
    ...{ count, size: 784, byteAt: (index) => images[16 + index], labelAt: (at) => labels[8 + at] },
  });
  console.log(`step ${(await snapshotOf(host))!.step}: the file reads ${(100 * share).toFixed(1)} % of ${count} images right; the drawings: ${live.map(surest).join(', ')}`); // prettier-ignore
  expect(share).toBeGreaterThan(0.9);
});

function surest(classes: readonly string[]): string {
  const share = (line: string): number => Number(line.split(' ')[1]);
  return classes.toSorted((a, b) => share(b) - share(a))[0];
}

test('a text: the mini GPT taken home writes the same with the same seed', async ({ tabs }) => {
  const file = fileLike(/\.txt$/);
  const { layers, channels, heads, context } = gptSizes.mini;
  const host = await trainTogether(tabs, {
    ...{ files: [file], read: /^✓ .*: [\d,]+ characters/, join: 'Use it and join', steps: 60, guests: 2 },
    settings: { Blocks: String(layers), Channels: String(channels), Heads: String(heads), Context: String(context) }, // prettier-ignore
  });
  const saved = await save(host);
  await host.getByRole('tab', { name: 'Playground' }).click();
  const texts: string[] = [];
  for (const seed of [1, 7])
    texts.push(await writtenWith(host.getByRole('tabpanel'), 'First Citizen:', seed));
  expect(texts[0]).not.toBe(texts[1]);
  console.log(`step ${(await snapshotOf(host))!.step}: “${texts[0].slice(0, 120)}”`);

  const fresh = await playInFreshProfile(tabs, saved);
  for (const [at, seed] of [1, 7].entries())
    expect(await writtenWith(fresh.getByRole('main'), 'First Citizen:', seed)).toBe(texts[at]);
});
