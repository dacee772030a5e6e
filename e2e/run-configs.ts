// Small runs for the tests: quick on a software adapter, and long enough that no test reaches their end by accident.
import type { RunConfig } from '../src/replica/protocol';
import { plainTraining } from '../src/train/plain-training';

const buckets = { mode: 'bucketed', firstBytes: 1 << 16, capBytes: 1 << 20, overlap: true } as const;

/** Two crescents, 1,218 parameters: some ten milliseconds a step. */
export const moons: RunConfig = {
  ...plainTraining,
  model: {
    name: 'moons',
    inputShape: [2],
    layers: [
      { kind: 'dense', units: 32, activation: 'tanh' },
      { kind: 'dense', units: 32, activation: 'tanh' },
      { kind: 'dense', units: 2, activation: 'none' },
    ],
    loss: 'softmax-cross-entropy',
  },
  data: { kind: 'points', set: 'moons', examples: 600, noise: 0.1 },
  validationExamples: 100,
  seed: 7,
  localBatch: 16,
  microBatch: 16,
  optimizer: { kind: 'sgd' },
  learningRate: 0.1,
  steps: 100_000,
  evaluateEvery: 0,
  buckets,
};

/** 784 → width → 10 on the drawn digits: with a wide layer, a sum that takes long against a short gradient. */
export function wideDigits(width: number): RunConfig {
  return {
    ...moons,
    model: {
      name: `digits ${width}`,
      inputShape: [28, 28],
      layers: [
        { kind: 'dense', units: width, activation: 'relu' },
        { kind: 'dense', units: 10, activation: 'none' },
      ],
      loss: 'softmax-cross-entropy',
    },
    data: { kind: 'digits', examples: 200 },
    validationExamples: 20,
    localBatch: 2,
    microBatch: 2,
    learningRate: 0.01,
  };
}
