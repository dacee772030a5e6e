// Step records for the tests of this folder: whole and plausible, so that only the fields that a test names matter.
import type { StepRecord, StepSplit } from '../../replica/protocol';

const split: StepSplit = {
  computeMs: 10,
  overlappedMs: 3,
  exposedMs: 1,
  waitingMs: 2,
  otherMs: 4,
  wallMs: 20,
};

/** The report of one tab for `step`, with every peer at the same digest by default. */
export function record(step: number, peers: readonly string[], digest = `digest-${step}`): StepRecord {
  return {
    step,
    atMs: 1_000_000 + 20 * step,
    lineage: '0000000a',
    run: 1,
    generation: 1,
    worldSize: peers.length,
    effectiveBatch: 32 * peers.length,
    examplesTotal: 32 * peers.length * step,
    learningRate: 0.1,
    loss: 2 / step,
    accuracy: 0.5,
    overTerms: { loss: 2 / step, accuracy: 0.5 },
    isSkipped: false,
    faulty: [],
    gradientNorm: 1,
    digest,
    digests: Object.fromEntries(peers.map((peer) => [peer, digest])),
    contributions: Object.fromEntries(peers.map((peer) => [peer, 32])),
    splits: Object.fromEntries(peers.map((peer) => [peer, split])),
    bytesSent: 1000,
    bytesReceived: 1000,
    headerMs: 1,
    allReduceMs: 4,
    buckets: 2,
    isOverlapped: true,
    topology: 'ring',
    codec: 'f32',
  };
}
