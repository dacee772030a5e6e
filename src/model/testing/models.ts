// Small models of every family and every layer type, ragged and even sizes, for the tests of the engines.
import { gptPreset, mlpPreset } from '../presets';
import type { ModelSpec } from '../spec';

export interface TestModel {
  readonly spec: ModelSpec;
  readonly microBatch: number;
}

export const testMlp: TestModel = { spec: mlpPreset([20], 10, [32, 33], 'gelu'), microBatch: 7 };

export const testCnn: TestModel = {
  spec: {
    name: 'cnn-all-layers',
    inputShape: [9, 8, 3],
    layers: [
      { kind: 'conv2d', filters: 8, size: 3, padding: 'same', activation: 'relu' },
      { kind: 'max-pool', size: 2, stride: 1 },
      { kind: 'conv2d', filters: 6, size: [3, 2], stride: 2, padding: 1, activation: 'gelu' },
      { kind: 'group-norm', groups: 2 },
      { kind: 'average-pool', size: 2 },
      { kind: 'dense', units: 5, activation: 'none' },
    ],
    loss: 'softmax-cross-entropy',
  },
  microBatch: 4,
};

export const testGpt: TestModel = {
  spec: gptPreset({
    vocabulary: 17,
    context: 12,
    channels: 16,
    heads: 2,
    layers: 2,
    dropout: 0.1,
    tied: true,
  }),
  microBatch: 3,
};
