// What a host may command. A command is signed outside (net/signed-command) and verified by every member. All apply it
// at the same header, once every record shows that its sender holds it.
import * as v from 'valibot';
import { networkSettings } from '../../net/emulation/network-settings';
import { hostKey, passId } from '../../net/room/pass-claim';
import { attempt, targetLoss } from '../../room/league';
import { batchSettings, bucketSettings } from '../run/live-settings';
import { learningRate, runConfig } from '../run/run-config';
import { trustedClaim } from '../run/own-claims';
import { answer, lessonRun, observedAnswers, question } from '../../room/room-question';
import { givenName, shutDoor } from '../run/room-state';
import { wallPicture } from '../run/run-state';
import { syncSettings } from '../run/sync';

const peer = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const pass = v.optional(passId);
const questionNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(1));

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
  /** From the next plan on. */
  v.strictObject({ kind: v.literal('set-batch'), batch: batchSettings }),
  /** How often the members add up, from the next step on. */
  v.strictObject({ kind: v.literal('set-sync'), sync: syncSettings }),
  /** What all members emulate on their links from now on (L18). */
  v.strictObject({ kind: v.literal('set-network'), network: networkSettings }),
  /** What walls that watch the room show, by the name of a picture; null: each by itself. */
  v.strictObject({ kind: v.literal('show'), picture: v.nullable(wallPicture) }),
  /** All members may answer it (H16). null: the question is taken away. */
  v.strictObject({ kind: v.literal('ask'), question: v.nullable(question) }),
  /** No answer counts any more that no record has. `observed`: what devices that only watch have answered; the replica
   *  that signs fills it in. */
  v.strictObject({ kind: v.literal('close-question'), observed: v.optional(observedAnswers) }),
  /** What came of that which was asked; closes it too. */
  v.strictObject({
    kind: v.literal('reveal'),
    question: questionNumber,
    measured: answer,
    observed: v.optional(observedAnswers),
  }),
  /** How far the host's device is with the runs of the lesson that was asked of (H19). */
  v.strictObject({ kind: v.literal('note-lesson'), question: questionNumber, run: lessonRun }),
  /** The loss that runs of this room are to reach (H17). Another one begins another table; null: no league. */
  v.strictObject({ kind: v.literal('set-league'), target: v.nullable(targetLoss) }),
  /** The member's own examples count as it says, up to so many (H25). */
  v.strictObject({ kind: v.literal('trust-claim'), peer, examples: trustedClaim.entries.examples }),
  /** A run reached the target, as the host's replica saw it. */
  v.strictObject({ kind: v.literal('note-attempt'), target: targetLoss, attempt }),
  /** `pass`: that of the peer where it proved one (R22); the replica that signs fills it in. */
  v.strictObject({ kind: v.literal('kick'), peer, pass }),
  /** Takes a kick back, and lets this peer through a shut door (H11, H14). */
  v.strictObject({ kind: v.literal('let-in'), peer, pass }),
  /** This peer drops out without a goodbye, and may come back at once (H8a). */
  v.strictObject({ kind: v.literal('unplug'), peer }),
  /** Who comes in from now on (H14). `inside`: passes of those that stay admitted, whatever happens to their view. */
  v.strictObject({
    kind: v.literal('set-door'),
    door: v.picklist(['open', ...shutDoor.options]),
    inside: v.optional(v.pipe(v.array(passId), v.maxLength(64))),
  }),
  /** Whoever holds the secret of this key may take hosting over (H15); null: nobody. */
  v.strictObject({ kind: v.literal('hand-over'), heir: v.nullable(hostKey) }),
  /** Signed by the heir. */
  v.strictObject({ kind: v.literal('take-over'), host: hostKey }),
  /** Screens call this member so; null: as it calls itself. */
  v.strictObject({ kind: v.literal('rename'), peer, name: v.nullable(givenName) }),
  /** Members call themselves by two words, or by the names that people gave. */
  v.strictObject({ kind: v.literal('set-names'), areHidden: v.boolean() }),
  /** All replicas keep the run, and leave. */
  v.strictObject({ kind: v.literal('end') }),
  /** For members without a quorum in exactly this view: they go on as a new lineage (S4). */
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
