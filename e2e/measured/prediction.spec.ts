// The prediction of large sums, of 438 kB, around a ring of three.
import { testPrediction } from '../measured-prediction';
import { moons } from '../run-configs';
import type { RunConfig } from '../../src/replica/protocol';

/** 784 → 128 → 64 → 10, as in the preset: 109,386 parameters in two buckets. */
const digits: RunConfig = {
  ...moons,
  model: {
    name: 'digits',
    inputShape: [28, 28],
    layers: [
      { kind: 'dense', units: 128, activation: 'relu' },
      { kind: 'dense', units: 64, activation: 'relu' },
      { kind: 'dense', units: 10, activation: 'none' },
    ],
    loss: 'softmax-cross-entropy',
  },
  data: { kind: 'digits', examples: 2000 },
  validationExamples: 100,
  localBatch: 32,
  microBatch: 32,
  buckets: {
    mode: 'bucketed',
    topology: 'ring',
    codec: { kind: 'f32' },
    firstBytes: 256 << 10,
    capBytes: 1 << 20,
    overlap: true,
  },
};

testPrediction('digits', digits, 3);
