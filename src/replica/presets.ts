// Runs to start from: model, data and settings that train well together on any device.
import { linearPreset, mlpPreset } from '../model/presets';
import type { ModelSpec } from '../model/spec';
import type { DataChoice, RunConfig } from './protocol';

export interface Preset {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly config: RunConfig;
}

const adamw = { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 } as const;

/** PyTorch DDP's sizes. */
const buckets = { mode: 'bucketed', firstBytes: 1 << 20, capBytes: 25 << 20, overlap: true } as const;

function points(set: 'moons' | 'spirals' | 'circles' | 'xor', noise: number, hidden: number[]): RunConfig {
  return {
    model: mlpPreset([2], 2, hidden, 'tanh'),
    data: { kind: 'points', set, examples: 2000, noise },
    validationExamples: 400,
    seed: 1,
    localBatch: 32,
    microBatch: 32,
    optimizer: adamw,
    learningRate: 0.005,
    steps: 2000,
    evaluateEvery: 25,
    buckets,
  };
}

function digits(model: ModelSpec): RunConfig {
  const data: DataChoice = { kind: 'digits', examples: 6000 };
  return { ...points('moons', 0, []), model, data, validationExamples: 1000, learningRate: 0.003, steps: 3000, buckets: { ...buckets, firstBytes: 256 << 10, capBytes: 1 << 20 } }; // prettier-ignore
}

export const presets: readonly Preset[] = [
  {
    id: 'digits',
    title: 'Handwritten-like digits',
    description: '6,000 drawn digits, 28 × 28. An MLP of 109,386 parameters learns them in a minute.',
    config: digits(mlpPreset([28, 28], 10, [128, 64], 'relu')),
  },
  {
    id: 'digits-linear',
    title: 'Digits, linear model',
    description: 'The same digits without a hidden layer: what a linear model cannot do.',
    config: digits(linearPreset([28, 28], 10)),
  },
  {
    id: 'moons',
    title: 'Two moons',
    description: 'Two crescents of points; the boundary bends between them within seconds.',
    config: points('moons', 0.12, [32, 32]),
  },
  {
    id: 'spirals',
    title: 'Two spirals',
    description: 'Points on two spirals: hard for small models, pretty to watch.',
    config: points('spirals', 0.04, [64, 64, 64]),
  },
  {
    id: 'circles',
    title: 'Circles',
    description: 'A ring of points around a cluster.',
    config: points('circles', 0.08, [32, 32]),
  },
  {
    id: 'xor',
    title: 'XOR',
    description: 'Four clusters: the smallest problem a linear model cannot solve.',
    config: points('xor', 0.15, [16, 16]),
  },
];
