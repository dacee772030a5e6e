// The settings of a run that a host changes while it trains: how gradients travel, and what a step is made of. They are
// apart from the rest of the configuration, whose check knows all layers: a page that only draws them does not load
// those.
import * as v from 'valibot';
import { compressionSchema } from '../../codecs/setting';
import { segmentElements } from '../../collectives/schedule';
import { topologies } from '../../collectives/topology';

const positive = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));

const duration = v.pipe(v.number(), v.finite(), v.minValue(0));

export const bucketSettings = v.strictObject({
  /** measured: as bucketed, with sizes that follow the line (choose-buckets.ts). */
  mode: v.picklist(['per-tensor', 'bucketed', 'measured', 'single']),
  /** How the sums travel while all members are linked to each other; above that, around the ring. */
  topology: v.picklist(topologies),
  /** The topology follows the line (choose-topology.ts): `topology` is the one in use. With it the ms that the cost model
   *  gave the sums of a step when it was chosen, and those around the ring; 0: not yet. Absent: the host chose it. */
  auto: v.optional(v.strictObject({ ms: duration, ringMs: duration })),
  /** How the sums are encoded. */
  codec: compressionSchema,
  firstBytes: v.pipe(v.number(), v.integer(), v.minValue(4096), v.maxValue(1 << 30)),
  capBytes: v.pipe(v.number(), v.integer(), v.minValue(4096), v.maxValue(1 << 30)),
  overlap: v.boolean(),
  /** Gradients of at most so many bytes go whole from each member to all, in one message (C12), which must hold them
   *  (C14). Absent: 0, none does. */
  gatherBytes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4 * segmentElements))),
  /** Whether each member’s part of a sum is bounded, for a room of strangers (S25, usual-norms.ts). Absent: false. */
  boundedParts: v.optional(v.boolean()),
});

/** Configurations without these keys have the defaults. */
export const batchSettings = v.strictObject({
  /** grow: localBatch for every member. fixed: globalBatch, however many share it. */
  batchMode: v.optional(v.picklist(['grow', 'fixed']), 'grow'),
  /** Examples of a step, when fixed. */
  globalBatch: v.optional(positive(1 << 18), 32),
  /** Equal for all, or by measured speed. */
  shards: v.optional(v.picklist(['equal', 'measured']), 'equal'),
});

export type BucketSettings = v.InferOutput<typeof bucketSettings>;
