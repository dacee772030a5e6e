// What a host may order. Signed outside (net/signed-command), verified by every member, applied by all at the
// same header: once every record shows that its sender holds the command.
import * as v from 'valibot';
import { batchSettings, bucketSettings, learningRate, runConfig } from '../run/run-config';

const peer = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

export const hostCommand = v.variant('kind', [
  v.strictObject({ kind: v.literal('start') }),
  v.strictObject({ kind: v.literal('pause') }),
  v.strictObject({ kind: v.literal('stop') }),
  /** A new run: new parameters, step 0, same members. */
  v.strictObject({ kind: v.literal('configure'), config: runConfig }),
  v.strictObject({ kind: v.literal('set-learning-rate'), learningRate }),
  v.strictObject({ kind: v.literal('set-buckets'), buckets: bucketSettings }),
  /** From the next plan on. */
  v.strictObject({ kind: v.literal('set-batch'), batch: batchSettings }),
  v.strictObject({ kind: v.literal('kick'), peer }),
  /** Takes a kick back: who comes as this peer again may be admitted (H6). */
  v.strictObject({ kind: v.literal('let-in'), peer }),
  /** To members without a quorum in just this view: go on as a new lineage of these (S4). */
  v.strictObject({
    kind: v.literal('go-on-with'),
    lineage: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
    generation: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    peers: v.pipe(v.array(peer), v.minLength(1), v.maxLength(64)),
  }),
  /** To show that nothing of it enters the weights: this peer spoils its next gradient. At 'wire' after its own check, so
   *  that its successor must catch it. */
  v.strictObject({
    kind: v.literal('poison'),
    peer,
    how: v.picklist(['nan', 'outlier']),
    at: v.picklist(['gradient', 'wire']),
  }),
]);

export type HostCommand = v.InferOutput<typeof hostCommand>;
