// A copy of the model for those who watch (R19d): its run, how its images lie, and its parameters as f16, in pieces that
// fit in pictures. A member made it, so everything is validated here at the edge. Pure.
import * as v from 'valibot';
import { bytesOf, concatBytes, utf8 } from '../../base/bytes';
import { toHalfs } from '../../base/float16';
import { hashHex, hashWords } from '../../base/hash';
import { toBase64Url } from '../../net/room/room-key';
import { isPublicData, isSharedData } from '../../train/run/data-shape';
import type { Weights } from '../weights';
import { mostCopiedParameters } from './copy-limits';

/** Base64url of it, with what is around it, fits in a picture. */
const pieceBytes = 4_416;
const mostPieces = 64;

const id = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));
const at = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(mostPieces - 1));

/** Why an observer gets no copy. */
const refusals = ['shut', 'own-data', 'base', 'too-large', 'none-yet'] as const;
export type Refusal = (typeof refusals)[number];

/** A member sends one of these in place of a picture of the ring. */
const fromMember = v.variant('kind', [
  v.strictObject({
    kind: v.literal('model-piece'),
    copy: id,
    at,
    of: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(mostPieces)),
    data: v.pipe(v.string(), v.maxLength(Math.ceil((pieceBytes * 4) / 3))),
  }),
  v.strictObject({ kind: v.literal('model-refused'), why: v.picklist(refusals) }),
]);
export type FromMember = v.InferOutput<typeof fromMember>;

/** A wish that an observer notes: a copy, or what is missing of one. */
const modelWish = v.strictObject({
  kind: v.literal('want-model'),
  copy: v.optional(id),
  missing: v.optional(v.pipe(v.array(at), v.maxLength(mostPieces))),
});
export type ModelWish = v.InferOutput<typeof modelWish>;

export interface PackedCopy {
  /** A hash of all bytes. */
  readonly copy: string;
  readonly pieces: readonly FromMember[];
}

/** undefined: another kind of picture, or none of ours. */
export function readFromMember(data: unknown): FromMember | undefined {
  const parsed = v.safeParse(fromMember, data, { abortEarly: true });
  return parsed.success ? parsed.output : undefined;
}

export function readModelWish(data: unknown): ModelWish | undefined {
  const parsed = v.safeParse(modelWish, data, { abortEarly: true });
  return parsed.success ? parsed.output : undefined;
}

/** Why this model is not given to observers; undefined: it is. A model may know a person's own data by heart: then the host
 *  has to say yes. So may one that stands on another, of which nobody here knows what it learned from. `copyOf`: the hash of
 *  the data of which the host did. */
export function refusalOf(
  { config: { data, base }, parameters, merged }: Weights,
  copyOf?: string,
): Refusal | undefined {
  const isGiven = isSharedData(data) && data.sha256 === copyOf;
  if (!isPublicData(data) && !isGiven) return 'own-data';
  if (merged && !isGiven) return 'base';
  // A base that is still apart was too large to be joined.
  return base || parameters.length > mostCopiedParameters ? 'too-large' : undefined;
}

export function packCopy({ config, lineage, step, parameters, sheet }: Weights): PackedCopy {
  const head = utf8(JSON.stringify({ config, lineage, step, sheet }));
  const length = new Uint8Array(Uint32Array.of(head.length).buffer);
  const whole = concatBytes(length, head, bytesOf(toHalfs(parameters)));
  const copy = nameOf(whole);
  const of = Math.ceil(whole.length / pieceBytes);
  const pieces = Array.from({ length: of }, (_, at): FromMember => {
    const data = toBase64Url(whole.subarray(at * pieceBytes, (at + 1) * pieceBytes));
    return { kind: 'model-piece', copy, at, of, data };
  });
  return { copy, pieces };
}

/** A hash of all bytes of a copy. */
export function nameOf(bytes: Uint8Array): string {
  const words = new Uint32Array(Math.ceil(bytes.length / 4) + 1);
  new Uint8Array(words.buffer).set(bytes);
  words[words.length - 1] = bytes.length;
  return hashHex(hashWords(words));
}
