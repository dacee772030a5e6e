import { expect, test } from 'vitest';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { modelOf } from '../../../src/replica/model-choice';
import { accumulationWords, dataWords, modelWords } from './run-words';

const moons = { ...moonsRun([16]), localBatch: 32, microBatch: 32, learningRate: 0.01 };

test('a run names its data and its widths', () => {
  expect(dataWords(moons.data)).toBe('Two moons');
  expect(modelWords(moons.model)).toBe('MLP 2 – 16 – 2');
  const digits = { inputShape: [28, 28], classes: 10 };
  expect(modelWords(modelOf({ family: 'cnn', filters: [8, 16], units: 32 }, digits))).toBe(
    'CNN 8 – 16 filters, 32 – 10',
  );
  const size = { layers: 2, channels: 64, heads: 4, context: 32 };
  expect(
    modelWords(
      modelOf({ family: 'gpt', ...size, dropout: 0.1, tied: true }, { inputShape: [32], classes: 44 }),
    ),
  ).toBe('GPT 2 × 64 channels, 4 heads, 32 tokens');
  expect(accumulationWords({ localBatch: 32, microBatch: 8 })).toBe('32 = 4 × 8');
  expect(accumulationWords({ localBatch: 4096, microBatch: 512 })).toBe('4,096 = 8 × 512');
  expect(accumulationWords(moons)).toBe('');
  const last = moons.model.layers.slice(-1);
  expect(modelWords({ ...moons.model, inputShape: [28, 28], layers: last })).toBe('Linear 784 – 2');
});
