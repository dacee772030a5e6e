// The presets: model, data and settings that train well together on any device. Their titles are the page's text.
import { storyVocabulary } from '../data/story-characters';
import { cnnSizes, gptSizes, residualLayers, usualResidual } from '../model/presets';
import { shapeOf } from '../train/run/data-shape';
import { plainTraining, usualGatherBytes } from '../train/run/plain-training';
import { modelOf, type ModelChoice } from './model-choice';
import type { RunConfig } from './protocol';

export type PresetId =
  | 'digits'
  | 'digits-cnn'
  | 'digits-residual'
  | 'stories'
  | 'digits-linear'
  | 'moons'
  | 'spirals'
  | 'circles'
  | 'xor'
  | 'homes';

export interface Preset {
  readonly id: PresetId;
  readonly config: RunConfig;
}

const adamw = { kind: 'adamw', beta1: 0.9, beta2: 0.999, epsilon: 1e-8, weightDecay: 0.01 } as const;

/** The first sizes are PyTorch DDP's. They and the topology follow the line, once it is measured. */
const buckets = {
  mode: 'measured',
  topology: 'ring',
  auto: { ms: 0, ringMs: 0 },
  codec: { kind: 'f32' },
  firstBytes: 1 << 20,
  capBytes: 25 << 20,
  overlap: true,
  gatherBytes: usualGatherBytes,
} as const;

function points(set: 'moons' | 'spirals' | 'circles' | 'xor', noise: number, hidden: number[]): RunConfig {
  return {
    ...plainTraining,
    model: modelOf({ family: 'mlp', hidden, activation: 'tanh' }, { inputShape: [2], classes: 2 }),
    data: { kind: 'points', set, examples: 2000, noise },
    validationExamples: 400,
    seed: 1,
    localBatch: 32,
    microBatch: 32,
    optimizer: adamw,
    learningRate: 0.005,
    // Minutes on a laptop: a class has looked before it ends.
    steps: 20_000,
    evaluateEvery: 25,
    buckets,
  };
}

const smallBuckets = { ...buckets, firstBytes: 256 << 10, capBytes: 1 << 20 };

function digits(choice: ModelChoice, learningRate = 0.003): RunConfig {
  return {
    ...points('moons', 0, []),
    model: modelOf(choice, { inputShape: [28, 28], classes: 10 }),
    data: { kind: 'digits', examples: 6000 },
    validationExamples: 1000,
    learningRate,
    steps: 3000,
    buckets: smallBuckets,
  };
}

/** Two numbers, and what a home with them costs. */
function homes(): RunConfig {
  const data = { kind: 'homes', examples: 2000, noise: 0.1 } as const;
  const choice: ModelChoice = { family: 'mlp', hidden: [32, 32], activation: 'tanh' };
  return { ...points('moons', 0, []), model: modelOf(choice, shapeOf(data)), data };
}

const storyContext = 32;

function stories(): RunConfig {
  const size = { ...gptSizes.mini, context: storyContext };
  return {
    ...points('moons', 0, []),
    model: modelOf(
      { family: 'gpt', ...size, dropout: 0, tied: true },
      { inputShape: [storyContext], classes: storyVocabulary },
    ),
    data: { kind: 'stories', examples: 8000, context: storyContext },
    validationExamples: 128,
    localBatch: 8,
    microBatch: 8,
    optimizer: { ...adamw, beta2: 0.99, weightDecay: 0.1 },
    learningRate: 0.003,
    schedule: { kind: 'cosine', warmupSteps: 20, finalFraction: 0.1 },
    clipNorm: 1,
    steps: 2000,
    buckets: smallBuckets,
  };
}

export const presets: readonly Preset[] = [
  {
    id: 'digits',
    config: digits({ family: 'mlp', hidden: [128, 64], activation: 'relu' }),
  },
  {
    id: 'digits-cnn',
    config: digits({ family: 'cnn', ...cnnSizes.small }, 0.005),
  },
  {
    id: 'digits-residual',
    config: digits({ family: 'layers', layers: residualLayers(usualResidual) }, 0.005),
  },
  {
    id: 'stories',
    config: stories(),
  },
  {
    id: 'digits-linear',
    config: digits({ family: 'linear' }),
  },
  {
    id: 'moons',
    config: points('moons', 0.12, [32, 32]),
  },
  {
    id: 'spirals',
    config: points('spirals', 0.04, [64, 64, 64]),
  },
  {
    id: 'circles',
    config: points('circles', 0.08, [32, 32]),
  },
  {
    id: 'xor',
    config: points('xor', 0.15, [16, 16]),
  },
  {
    id: 'homes',
    config: homes(),
  },
];
