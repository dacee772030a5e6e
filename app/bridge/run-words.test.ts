import { expect, test } from 'vitest';
import { presets } from '../../src/replica/presets';
import { dataWords, earlierWords, modelWords } from './run-words';

const moons = presets.find(({ id }) => id === 'moons')!.config;
const digits = presets.find(({ id }) => id === 'digits')!.config;

test('a run names its data and its widths', () => {
  expect(dataWords(moons.data)).toBe('Two moons');
  expect(modelWords(moons.model)).toBe('MLP 2 – 32 – 32 – 2');
  expect(modelWords(presets.find(({ id }) => id === 'digits-linear')!.config.model)).toBe('Linear 784 – 10');
});

test('an earlier run is named by what it had and the new one has not', () => {
  expect(earlierWords(moons, { ...moons, learningRate: 0.1, localBatch: 64 })).toBe(
    'learning rate 0.00500, batch 32 each',
  );
  expect(earlierWords(moons, { ...moons, steps: 9 })).toBe('the same settings');
  expect(earlierWords(moons, digits)).toMatch(/^Two moons, MLP 2/);
});
