// A run whose state takes far longer to fetch than a step takes, for tests of catching up:
// 2 · 9,000 + 9,000 + 9,000 · 2 + 2 = 45,002 parameters: 11 blocks, 540 kB with AdamW's vectors.
import type { RunConfig } from '../run/run-config';
import { testConfig } from './real-ring';

export const catchUpConfig: RunConfig = {
  ...testConfig,
  model: {
    ...testConfig.model,
    layers: [
      { kind: 'dense', units: 9_000, activation: 'tanh' },
      { kind: 'dense', units: 2, activation: 'none' },
    ],
  },
  steps: 100_000,
  evaluateEvery: 0,
  localBatch: 2,
  microBatch: 2,
  buckets: {
    mode: 'bucketed',
    topology: 'ring',
    codec: { kind: 'f32' },
    firstBytes: 65_536,
    capBytes: 65_536,
    overlap: true,
  },
};
