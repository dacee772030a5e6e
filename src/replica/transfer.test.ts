// The saved runs whose features new classes can be trained on, the numbers that are trained then, and the run of it.
import { expect, test } from 'vitest';
import { inEnglish } from '../cli/english/in-english';
import {
  cnnPreset,
  cnnSizes,
  gptPreset,
  gptSizes,
  layersPreset,
  mlpPreset,
  residualLayers,
} from '../model/presets';
import type { ModelSpec } from '../model/spec';
import { testConfig } from '../train/testing/real-ring';
import { presets } from './presets';
import type { DataChoice } from './protocol';
import { featuresOf, trainedOnFeatures, transferConfig } from './transfer';

const files = { name: 'x', sha256: 'a'.repeat(64), examples: 90, classes: 3 } as const;
const pictures: DataChoice = {
  ...files,
  kind: 'idx',
  inputShape: [32, 32, 3],
  recipe: { kind: 'images', side: 32, channels: 3 },
};
const sounds: DataChoice = { ...files, kind: 'idx', inputShape: [32, 32], recipe: { kind: 'sounds' } };
const digits: DataChoice = { kind: 'digits', examples: 300 };
const colours = layersPreset([32, 32, 3], 10, residualLayers({ widths: [8, 12], blocks: 1, groups: 4 }));

test.each([
  [
    'an MLP',
    mlpPreset([28, 28], 10, [128, 64], 'relu'),
    digits,
    { kind: 'images', side: 28, channels: 1 },
    [2, 1],
  ],
  [
    'a CNN',
    cnnPreset([28, 28], 10, cnnSizes.medium),
    digits,
    { kind: 'images', side: 28, channels: 1 },
    [5, 4, 2],
  ],
  ['a residual CNN', colours, pictures, { kind: 'images', side: 32, channels: 3 }, undefined],
  ['a CNN of sounds', cnnPreset([32, 32], 3, cnnSizes.small), sounds, { kind: 'sounds' }, [4, 2]],
  [
    'examples of other shapes',
    mlpPreset([5, 7], 3, [9], 'relu'),
    { ...files, kind: 'idx', inputShape: [5, 7] },
    undefined,
    [1],
  ],
] as const)('%s has features for new classes', (_, model, data, recipe, frozenLayers) => {
  const features = featuresOf({ model, data: data as DataChoice })!;
  expect(features.recipe).toEqual(recipe);
  if (frozenLayers) expect(features.frozenLayers).toEqual(frozenLayers);
  const [most] = features.frozenLayers;
  const trained = [...features.frozenLayers, 0].map((frozen) => trainedOnFeatures(model, 7, frozen));
  expect(trained).toEqual(trained.toSorted((a, b) => a - b));
  expect(most).toBe(model.layers.length - 1);
});

test('the numbers of a new last layer: its weights and biases', () => {
  expect(trainedOnFeatures(mlpPreset([28, 28], 10, [128, 64], 'relu'), 7, 2)).toBe(64 * 7 + 7);
});

const gpt = gptPreset({ ...gptSizes.tiny, vocabulary: 44, dropout: 0, tied: true });
test.each([
  ['one layer alone', mlpPreset([28, 28], 10, [], 'none'), digits],
  ['a text', gpt, { kind: 'stories', examples: 300, context: gptSizes.tiny.context }],
  ['points', testConfig.model, testConfig.data],
  [
    'adapters',
    {
      ...mlpPreset([28, 28], 10, [9], 'relu'),
      adapters: { rank: 1, alpha: 1, weights: ['layers.0.weight'] },
    },
    digits,
  ],
] as const)('%s: no features for new classes', (_, model: ModelSpec, data) => {
  expect(featuresOf({ model, data: data as DataChoice })).toBeUndefined();
});

const saved = { ...presets.find(({ id }) => id === 'digits-cnn')!.config, uneven: 0.5 };
const wish = {
  data: { ...files, kind: 'idx', inputShape: [28, 28] },
  steps: 40,
  learningRate: 0.02,
} as const;

test('the run has the settings of the saved one, and the model another last layer', () => {
  const made = transferConfig(saved, wish);
  if (!made.ok) throw new Error(inEnglish(made.error.says));
  const { model, uneven, validationExamples, steps, learningRate, optimizer } = made.value;
  expect(model.layers).toEqual([
    ...saved.model.layers.slice(0, -1),
    { kind: 'dense', units: 3, activation: 'none' },
  ]);
  expect({ uneven, validationExamples, steps, learningRate, optimizer }).toEqual({
    uneven: undefined,
    validationExamples: 18,
    steps: 40,
    learningRate: 0.02,
    optimizer: saved.optimizer,
  });
});

test('examples of another shape are refused before anything begins', () => {
  const made = transferConfig(saved, { ...wish, data: pictures });
  expect(made.ok ? undefined : made.error.says.code).toBe('other-inputs');
});
