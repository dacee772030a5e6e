// Records of steps for tests of files of metrics.
import type { StepRecord, StepSplit } from '../../protocol';

function split(computeMs: number): StepSplit {
  return { computeMs, overlappedMs: 4, exposedMs: 3, waitingMs: 2, otherMs: 21 - computeMs, wallMs: 30 };
}

export function record(step: number, change: Partial<StepRecord> = {}): StepRecord {
  return {
    ...{
      step,
      atMs: 1_700_000_000_000 + 30 * step,
      lineage: '3f2a9c10',
      run: 1,
      generation: 2,
      worldSize: 2,
    },
    ...{ effectiveBatch: 64, examplesTotal: 64 * step, learningRate: 0.003, loss: 0.9, accuracy: 0.25 },
    overTerms: { loss: 0.9, accuracy: 0.25 },
    ...{ gradientNorm: 1.25, digest: 'ab'.repeat(8), digests: {}, contributions: { a: 32, b: 32 } },
    splits: { a: split(10), b: split(20) },
    ...{ bytesSent: 1000, bytesReceived: 1100, headerMs: 1, allReduceMs: 7, buckets: 2, isOverlapped: true },
    ...{ topology: 'ring', codec: 'f32', command: 0, isSkipped: false, faulty: [] },
    ...change,
  };
}
