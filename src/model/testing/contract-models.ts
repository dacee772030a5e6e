// The models of the engines' contract: every family and every layer type, at ragged sizes.
import type { AmountLoss } from '../../ops/amount-loss/amount-loss.ref';
import { gptPreset, layersPreset, linearPreset, mlpPreset, residualLayers } from '../presets';
import type { Activation, ModelSpec } from '../spec';

export interface ContractModel {
  readonly spec: ModelSpec;
  readonly microBatch: number;
  /** Small enough that the loss comes in pieces. */
  readonly logitsBytes?: number;
}

function amountsPreset(
  inputShape: readonly number[],
  amounts: number,
  hidden: readonly number[],
  activation: Activation,
  loss: AmountLoss,
): ModelSpec {
  return { ...mlpPreset(inputShape, amounts, hidden, activation), name: `${loss}-contract`, loss };
}

const adaptedGpt: ModelSpec = {
  ...gptPreset({
    ...{ vocabulary: 11, context: 7, channels: 12, heads: 3, layers: 2, dropout: 0.1, tied: true },
  }),
  name: 'gpt-adapters-contract',
  adapters: {
    rank: 3,
    alpha: 5,
    // One of each kind of product, and none in the block below.
    weights: ['0.1.qkv', '0.1.out', '1.1', '1.2'].map((dense) => `layers.3.${dense}.weight`),
  },
};

const frozenCnn: ModelSpec = layersPreset(
  [8, 7, 2],
  5,
  residualLayers({ widths: [8, 12], blocks: 1, groups: 4 }),
);

export const contractModels: readonly ContractModel[] = [
  { spec: linearPreset([2], 3), microBatch: 5 },
  { spec: mlpPreset([2], 2, [16, 16], 'tanh'), microBatch: 8 },
  { spec: mlpPreset([28, 28], 10, [64, 32], 'relu'), microBatch: 16 },
  { spec: mlpPreset([6], 10, [20, 33], 'gelu'), microBatch: 7 },
  { spec: amountsPreset([3], 2, [16], 'tanh', 'squared'), microBatch: 6 },
  { spec: amountsPreset([2], 1, [9], 'relu', 'huber'), microBatch: 5 },
  {
    spec: {
      name: 'cnn-contract',
      inputShape: [9, 7, 2],
      layers: [
        { kind: 'conv2d', filters: 8, size: 3, stride: 2, padding: 'same', activation: 'relu' },
        { kind: 'max-pool', size: 2, stride: 1 },
        { kind: 'group-norm', groups: 4 },
        { kind: 'conv2d', filters: 7, size: [2, 3], padding: 1, activation: 'tanh' },
        { kind: 'average-pool', size: 'all' },
        { kind: 'dense', units: 10, activation: 'none' },
      ],
      loss: 'softmax-cross-entropy',
    },
    microBatch: 5,
  },
  {
    spec: {
      ...layersPreset([8, 7, 2], 5, residualLayers({ widths: [8, 12], blocks: 1, groups: 4 })),
      name: 'residual-cnn-contract',
    },
    microBatch: 3,
  },
  {
    spec: gptPreset({
      vocabulary: 11,
      context: 7,
      channels: 12,
      heads: 3,
      layers: 2,
      dropout: 0.1,
      tied: true,
    }),
    microBatch: 3,
  },
  // 21 loss terms by sixes, and 5 by twos: the last piece is smaller.
  { spec: { ...adaptedGpt, name: 'gpt-pieces-contract' }, microBatch: 3, logitsBytes: 300 },
  {
    spec: {
      ...mlpPreset([6], 4, [9], 'tanh'),
      name: 'mlp-pieces-contract',
      adapters: { rank: 2, alpha: 3, weights: ['layers.0.weight'] },
    },
    microBatch: 5,
    logitsBytes: 32,
  },
  { spec: adaptedGpt, microBatch: 3 },
  {
    spec: {
      ...mlpPreset([6], 4, [9, 8], 'tanh'),
      name: 'mlp-adapters-contract',
      adapters: { rank: 2, alpha: 2, weights: ['layers.0.weight', 'layers.1.weight', 'layers.2.weight'] },
    },
    microBatch: 5,
  },
  {
    spec: { ...mlpPreset([6], 4, [9, 8], 'relu'), name: 'mlp-frozen-contract', frozenLayers: 2 },
    microBatch: 5,
  },
  {
    spec: { ...frozenCnn, name: 'residual-cnn-frozen-contract', frozenLayers: 4 },
    microBatch: 3,
  },
  { spec: { ...frozenCnn, name: 'cnn-frozen-stem-contract', frozenLayers: 2 }, microBatch: 3 },
  {
    spec: {
      ...gptPreset({
        ...{ vocabulary: 11, context: 7, channels: 12, heads: 3, layers: 2, dropout: 0.1 },
        tied: true,
      }),
      name: 'gpt-frozen-contract',
      frozenLayers: 2,
    },
    microBatch: 3,
  },
];
