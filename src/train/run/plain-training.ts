// Training without refinements: the default of a configuration.
import type { RunConfig } from './run-config';

export const plainTraining = {
  schedule: { kind: 'constant', warmupSteps: 0, finalFraction: 0 },
  scaling: { rule: 'none', referenceBatch: 32, rewarmSteps: 0 },
  clipNorm: 0,
  precision: 'f32',
  checkpoints: false,
  batchMode: 'grow',
  globalBatch: 32,
  shards: 'equal',
  sync: { kind: 'every-step' },
} as const satisfies Partial<RunConfig>;
