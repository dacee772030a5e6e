// What members say about the room's data (T5–T9): the host's signed offer, and the messages by which shards are asked for. A
// message is checked strictly; what fails the check ends the link.
import { logged } from '../../base/sayings';
import * as v from 'valibot';
import { fail, ok, type Result } from '../../base/result';
import { parsedJson } from '../../base/parsed-json';
import {
  signCommand,
  signedCommandSchema,
  verifyCommand,
  type SignedCommand,
} from '../../net/room/signed-command';
import { mostNamed } from './givers';
import { mostShards, mostSharedBytes } from '../../data/shard-sizes';
import { shardCount } from '../../data/shards';

/** The most shards of one request. */
export const mostAsked = 4;
const sha256Hex = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));
const memberId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const shard = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostShards - 1));

/** Signed by the host like a command, and no command: its kind is not one of theirs (T5). */
export const offerBody = v.pipe(
  v.strictObject({
    kind: v.literal('offer-data'),
    /** The hash by which the run names the data. */
    sha256: sha256Hex,
    /** Bytes of the images and the labels, or of the text, which follow each other. */
    lengths: v.pipe(
      v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostSharedBytes))),
      v.minLength(1),
      v.maxLength(2),
    ),
    /** The hash over the list of hashes of the shards. */
    root: sha256Hex,
    /** False: the host takes the offer back. */
    isOpen: v.boolean(),
  }),
  v.check(({ lengths }) => shardCount(lengths.reduce((sum, length) => sum + length, 0)) <= mostShards),
);
export type OfferBody = v.InferOutput<typeof offerBody>;

export interface Offer extends OfferBody {
  readonly bytes: number;
  readonly sequence: number;
  readonly envelope: SignedCommand;
}

export const shareMessage = v.variant('kind', [
  v.strictObject({ kind: v.literal('offer'), envelope: signedCommandSchema }),
  /** The sender holds these shards, as HeldShards writes them. */
  v.strictObject({
    kind: v.literal('held'),
    root: sha256Hex,
    shards: v.pipe(v.string(), v.regex(/^([0-9a-f]{2}){1,256}$/)),
  }),
  v.strictObject({ kind: v.literal('list'), root: sha256Hex }),
  /** Members of the sender's ring who hold and give all of it. */
  v.strictObject({
    kind: v.literal('givers'),
    root: sha256Hex,
    members: v.pipe(v.array(memberId), v.maxLength(mostNamed), v.readonly()),
  }),
  v.strictObject({
    kind: v.literal('shards'),
    root: sha256Hex,
    shards: v.pipe(v.array(shard), v.minLength(1), v.maxLength(mostAsked)),
  }),
  v.strictObject({
    kind: v.literal('refused'),
    root: sha256Hex,
    why: v.pipe(v.string(), v.maxLength(200)),
  }),
]);
export type ShareMessage = v.InferOutput<typeof shareMessage>;

export function signOffer(hostToken: string, code: string, sequence: number, body: OfferBody): SignedCommand {
  return signCommand(hostToken, code, sequence, JSON.stringify(body));
}

export interface ShareRoom {
  readonly code: string;
  /** The creator's. */
  readonly hostPublicKey: string;
  /** Who took hosting over (H15). */
  readonly host?: () => string | undefined;
}

/** T5: the host's, of this room, and newer than the one held. */
export function readOffer(
  envelope: SignedCommand,
  room: ShareRoom,
  after: number,
): Result<Offer, 'old' | 'false'> {
  const { hostPublicKey, code, host = () => undefined } = room;
  let verified = verifyCommand(envelope, host() ?? hostPublicKey, code, after);
  // What the creator sent before it handed hosting over stays (H15b).
  if (!verified.ok && verified.error.code === 'bad-signature')
    verified = verifyCommand(envelope, hostPublicKey, code, after);
  if (!verified.ok)
    return fail(verified.error.code === 'replayed' ? 'old' : 'false', logged(verified.error.says));
  const json = parsedJson(verified.value.body);
  if (json === undefined) return fail('false', 'the offer is not JSON');
  const body = v.safeParse(offerBody, json);
  if (!body.success) return fail('false', `the offer is malformed: ${body.issues[0].message}`);
  const bytes = body.output.lengths.reduce((sum, length) => sum + length, 0);
  return ok({ ...body.output, bytes, sequence: verified.value.sequence, envelope });
}
