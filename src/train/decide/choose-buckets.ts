// How the next sums are cut when the host leaves that to measurement. From the records and the run state alone, and so the
// same at every member (S18). Sizes change only for a gain, and not at every step.
import { plainKernels } from '../../codecs/plain/plain-kernels';
import { codecOf } from '../../codecs/registry';
import { isFactored } from '../../codecs/setting';
import type { Header } from '../header/header';
import { nearMedian } from '../run/median-of-means';
import type { BucketSettings } from '../run/live-settings';
import { planCountsOf } from '../run/plan-counts';
import { stepPath } from '../run/step-path';
import type { RunState } from '../run/run-state';
import { fragmentCount, isLocal } from '../run/sync';
import { bestBucketBytes, exposedMs, type BucketLine } from './bucket-size';

/** Steps between two changes: the sums of a new size are measured in the meantime. */
const lookEvery = 16;
/** The exposed time falls below this part of what it is. */
const worthwhile = 0.9;
/** The backward pass’s share of a gradient's time. */
const backwardShare = 2 / 3;

export function chooseBuckets(header: Header, state: RunState, step: number): BucketSettings {
  const { buckets } = state;
  if (buckets.mode !== 'measured' || step % lookEvery !== 0) return buckets;
  const line = lineOf(header, state);
  if (!line) return buckets;
  const bytes = bestBucketBytes(line);
  if (exposedMs(line, bytes / 4) >= worthwhile * exposedMs(line, buckets.capBytes / 4)) return buckets;
  return { ...buckets, firstBytes: bytes, capBytes: bytes };
}

/** The slowest member decides when buckets are final, the slowest link how fast they travel. The least time of a message
 *  counts: others include the wait for a slower member. One false word moves none of them far (H24). Undefined: not every member has measured. */
function lineOf({ view, records }: Header, { buckets, config, sync }: RunState): BucketLine | undefined {
  const workers = records.filter(({ status, contribution }) => status === 'current' && contribution > 0);
  const isMeasured = workers.every(
    ({ termsPerSecond, line }) => termsPerSecond > 0 && line.messageMs > 0 && line.bytesPerSecond > 0,
  );
  const setting = buckets.codec;
  if (isFactored(setting) || view.members.length < 2 || workers.length === 0 || !isMeasured) return undefined;
  const computeMs = Math.max(
    ...nearMedian(workers.map(({ contribution, termsPerSecond }) => (1000 * contribution) / termsPerSecond)),
  );
  const microBatches = Math.max(1, config.localBatch / config.microBatch);
  const codec = codecOf(setting, plainKernels);
  // Inner steps (E24), mixed precision (E18) and bounded parts (S25) make all buckets final at their end.
  const canOverlap =
    buckets.overlap && !isLocal(sync) && config.precision !== 'mixed' && !buckets.boundedParts;
  return {
    elements: Math.ceil(planCountsOf(config).parameters / fragmentCount(sync)),
    // The last of several micro-batches alone makes buckets final.
    backwardMs: canOverlap ? (backwardShare * computeMs) / microBatches : 0,
    worldSize: view.members.length,
    topology: stepPath(buckets, view, config),
    messageMs: Math.min(...nearMedian(workers.map(({ line }) => line.messageMs))),
    bytesPerSecond: Math.min(...nearMedian(workers.map(({ line }) => line.bytesPerSecond))),
    bytesOf: (elements) => codec.encodedBytes(elements),
  };
}
