// What a host may command of the ring. What it decides about the room beside the run is no command (src/room). A command is signed outside (net/signed-command) and verified by every member. All apply it
// at the same header, once every record shows that its sender holds it.
import * as v from 'valibot';
import { networkSettings } from '../../net/emulation/network-settings';
import { hostKey } from '../../net/room/pass-claim';
import { batchSettings, bucketSettings } from '../run/live-settings';
import { learningRate, runConfig } from '../run/run-config';
import { trustedClaim } from '../run/own-claims';
import { syncSettings } from '../run/sync';

const peer = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

export const hostCommand = v.variant('kind', [
  v.strictObject({ kind: v.literal('start') }),
  v.strictObject({ kind: v.literal('pause') }),
  /** The run makes one more step, and pauses. */
  v.strictObject({ kind: v.literal('step') }),
  v.strictObject({ kind: v.literal('stop') }),
  /** A new run: new parameters, step 0, same members. */
  v.strictObject({ kind: v.literal('configure'), config: runConfig }),
  /** A new run that goes on from a saved one: `member` has read it from a file, and `digest` is the saved state's. */
  v.strictObject({
    kind: v.literal('resume'),
    config: runConfig,
    member: peer,
    digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  }),
  v.strictObject({ kind: v.literal('set-learning-rate'), learningRate }),
  v.strictObject({ kind: v.literal('set-buckets'), buckets: bucketSettings }),
  /** The batch from the next plan on. */
  v.strictObject({ kind: v.literal('set-batch'), batch: batchSettings }),
  /** How often the members add up, from the next step on. */
  v.strictObject({ kind: v.literal('set-sync'), sync: syncSettings }),
  /** What all members emulate on their links from now on (L18). */
  v.strictObject({ kind: v.literal('set-network'), network: networkSettings }),
  /** The member's own examples count as it says, up to so many (H25). */
  v.strictObject({ kind: v.literal('trust-claim'), peer, examples: trustedClaim.entries.examples }),
  v.strictObject({ kind: v.literal('kick'), peer }),
  /** Takes a kick back (H11). */
  v.strictObject({ kind: v.literal('let-in'), peer }),
  /** This peer drops out without a goodbye, and may come back at once (H8a). */
  v.strictObject({ kind: v.literal('unplug'), peer }),
  /** Signed by the heir whom the room's document names (H15). */
  v.strictObject({ kind: v.literal('take-over'), host: hostKey }),
  /** The members of exactly this view without a quorum begin a new lineage (S4). */
  v.strictObject({
    kind: v.literal('go-on-with'),
    lineage: v.pipe(v.string(), v.regex(/^[0-9a-f]{8}$/)),
    generation: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    peers: v.pipe(v.array(peer), v.minLength(1), v.maxLength(64)),
  }),
  /** This peer spoils its next gradient, to show that nothing of it enters the weights. At 'wire' it does so after its
   *  own check, so that its successor must catch it. */
  v.strictObject({
    kind: v.literal('poison'),
    peer,
    how: v.picklist(['nan', 'outlier']),
    at: v.picklist(['gradient', 'wire']),
  }),
]);

export type HostCommand = v.InferOutput<typeof hostCommand>;
