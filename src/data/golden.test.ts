import { describe, expect, test } from 'vitest';
import { drawDigit } from './digits';
import { goldenHashes, goldenSeed } from './testing/golden-hashes';
import { loadDataset, loadDatasetWithPauses } from './load-dataset';
import { pointDataset, pointSets } from './points';
import type { Dataset } from './dataset';

function labelled(dataset: Dataset, index: number, inputs: Float32Array): number {
  const labels = new Uint8Array(1);
  dataset.read(index, inputs, 0, labels, 0);
  return labels[0];
}

describe('built-in datasets', () => {
  test.each(goldenHashes)('%o has its golden hash', (choice, hash) => {
    expect(loadDataset(choice, goldenSeed).hash).toBe(hash);
    expect(loadDataset(choice, goldenSeed + 1).hash).not.toBe(hash);
    expect(loadDataset({ ...choice, examples: choice.examples - 1 }, goldenSeed).hash).not.toBe(hash);
  });

  test.each(pointSets)('%s: both classes, centred, about −1 … 1', (set) => {
    const dataset = pointDataset(set, 1000, 0, 11);
    const point = new Float32Array(2);
    const counts = [0, 0];
    const sums = [0, 0];
    let most = 0;
    for (let i = 0; i < dataset.length; i++) {
      counts[labelled(dataset, i, point)]++;
      sums[0] += point[0];
      sums[1] += point[1];
      most = Math.max(most, Math.abs(point[0]), Math.abs(point[1]));
    }
    expect(counts).toEqual([500, 500]);
    expect(Math.max(Math.abs(sums[0]), Math.abs(sums[1])) / 1000).toBeLessThan(0.1);
    expect(most).toBeGreaterThan(0.85);
    expect(most).toBeLessThanOrEqual(1);
  });

  test('moons, circles and xor points lie where their formulas say', () => {
    const point = new Float32Array(2);
    const radius = pointDataset('circles', 100, 0, 1);
    const xor = pointDataset('xor', 100, 0, 1);
    for (let i = 0; i < 100; i++) {
      const ring = labelled(radius, i, point) === 0 ? 0.9 : 0.45;
      expect(Math.hypot(point[0], point[1])).toBeCloseTo(ring, 6);
      const label = labelled(xor, i, point);
      expect(point[0] * point[1] > 0).toBe(label === 0);
    }
  });

  test('with pauses the digits are the same', async () => {
    let pauses = 0;
    const dataset = await loadDatasetWithPauses({ kind: 'digits', examples: 600 }, 4, () => {
      pauses++;
      return Promise.resolve();
    });
    expect(pauses).toBeGreaterThan(1);
    expect(dataset.hash).toBe(loadDataset({ kind: 'digits', examples: 600 }, 4).hash);
  });

  test('a point or digit depends only on its index, not on the number of examples', () => {
    const few = new Float32Array(784);
    const many = new Float32Array(784);
    const short = loadDataset({ kind: 'digits', examples: 20 }, 5);
    const long = loadDataset({ kind: 'digits', examples: 40 }, 5);
    const alone = new Uint8Array(784);
    for (const index of [0, 7, 19]) {
      expect(labelled(short, index, few)).toBe(labelled(long, index, many));
      expect(few).toEqual(many);
      drawDigit(5, index, alone);
      expect(Float32Array.from(alone, (byte) => byte / 255)).toEqual(few);
    }
  });

  test('digits: all ten are inked, have an empty border, and no two are alike', () => {
    const examples = 300;
    const pixels = new Uint8Array(784);
    const counts = new Array<number>(10).fill(0);
    const seen = new Set<string>();
    let darkest = 0;
    let palest = Infinity;
    let border = 0;
    for (let index = 0; index < examples; index++) {
      counts[drawDigit(3, index, pixels)]++;
      const dark = pixels.filter((value) => value > 128).length;
      darkest = Math.max(darkest, dark);
      palest = Math.min(palest, dark);
      for (let i = 0; i < 28; i++)
        border = Math.max(border, pixels[i], pixels[27 * 28 + i], pixels[28 * i], pixels[28 * i + 27]);
      seen.add(pixels.join());
    }
    expect(Math.min(...counts)).toBeGreaterThan(examples / 20);
    expect(seen.size).toBe(examples);
    console.log(`digits: ${palest} … ${darkest} of 784 pixels inked, ${border} of 255 at the border`);
    expect(palest).toBeGreaterThan(8);
    expect(darkest).toBeLessThan(330);
    expect(border).toBeLessThan(128); // grain, and the edge of a curve that swings out
  });
});
