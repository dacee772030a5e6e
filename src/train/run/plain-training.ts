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

/** One message of all instead of 2(N−1) in a row. Each member then sends (N−1)·n bytes where a ring sends 2(N−1)/N·n: of two
 *  members as many, of eight four times as many. At 4 KiB and N = 8 that is 21 KiB more, and 13 latencies less: it pays
 *  from 1.6 KiB a latency on, that is 0.2 ms at 8 MB/s, or 13 ms at 1 Mbit/s (COST.md). */
export const usualGatherBytes = 4096;
