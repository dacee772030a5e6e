// No held-out example is trained on, compared byte for byte, at the presets' own sizes.
import { describe, expect, test } from 'vitest';
import type { Dataset } from '../data/dataset';
import { loadDataset } from '../data/load-dataset';
import { splitDataset } from '../data/split';
import { textDataset } from '../data/text-windows';
import { isFileData } from '../train/run/data-shape';
import { presets } from './presets';
import type { RunConfig } from './protocol';
import { tokenise } from '../data/testing/tokenise';

const nameOf = ({ data }: RunConfig): string => (data.kind === 'points' ? data.set : data.kind);
const sets = new Map(presets.map(({ config }) => [nameOf(config), config]));

/** Held-out examples whose inputs equal those of a training example. */
function shared(
  dataset: Dataset,
  held: number,
  seed: number,
): { equal: number; heldOut: number; trained: number } {
  const { train, validation } = splitDataset(dataset, held, seed);
  const inputs = new Float32Array(dataset.inputShape.reduce((product, size) => product * size, 1));
  const labels = new Uint32Array(dataset.terms);
  const bytesAt = (index: number): string => {
    dataset.read(index, inputs, 0, labels, 0);
    return Buffer.from(inputs.buffer).toString('latin1');
  };
  const trained = new Set(Array.from(train, bytesAt));
  const equal = [...validation].filter((index) => trained.has(bytesAt(index))).length;
  return { equal, heldOut: validation.length, trained: train.length };
}

describe('built-in sets', () => {
  test('are all among the presets', () => {
    expect([...sets.keys()].sort()).toEqual([
      ...['circles', 'digits', 'homes', 'moons', 'spirals', 'stories', 'xor'],
    ]);
  });

  test.each([...sets])('%s: no held-out example is trained on', (_, { data, validationExamples }) => {
    if (isFileData(data)) throw new Error('presets use built-in data');
    for (const seed of [1, 2, 3]) {
      const { equal, heldOut, trained } = shared(loadDataset(data, seed), validationExamples, seed);
      expect(equal, `seed ${seed}`).toBe(0);
      expect(heldOut).toBe(validationExamples);
      expect(trained, `seed ${seed}`).toBeGreaterThan(0.98 * (data.examples - validationExamples));
    }
  });
});

test('a text that only repeats itself is still trained on', () => {
  const text = tokenise('over and over again. '.repeat(100))!;
  const dataset = textDataset(text, 8, 'again');
  expect(splitDataset(dataset, 100, 1).train.length).toBeGreaterThan(100);
});

test('only windows of a text that equal held-out ones are left out', () => {
  const lineOf = (n: number): string => `line ${n} is unlike any other line, ${n * n}. `;
  const lines = Array.from({ length: 60 }, (_, n) => lineOf(n));
  const text = tokenise(lines.join(''))!;
  const dataset = textDataset(text, 16, 'lines');
  const { equal, heldOut, trained } = shared(dataset, 40, 1);
  expect([equal, heldOut]).toEqual([0, 40]);
  const cut = splitDataset(dataset, 40, 1).train;
  expect(trained).toBeLessThan(dataset.length - 40 - dataset.text!.overlap);
  expect(new Set(cut).size).toBe(trained);
});
