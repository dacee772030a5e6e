// What members of one view say to each other about the room (D3–D5). A message is checked strictly; what fails the check
// ends the link.
import * as v from 'valibot';
import { signedAnswer } from './signed-answer';
import { signedDocument } from './signed-document';

export const roomMessage = v.variant('kind', [
  /** What the sender holds; version 0: nothing. */
  v.strictObject({
    kind: v.literal('has'),
    version: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    hash: v.pipe(v.string(), v.regex(/^([0-9a-f]{16})?$/)),
  }),
  /** The sender lacks what the receiver named. */
  v.strictObject({ kind: v.literal('want') }),
  v.strictObject({ kind: v.literal('document'), envelope: signedDocument }),
  v.strictObject({ kind: v.literal('answer'), answer: signedAnswer }),
]);
export type RoomMessage = v.InferOutput<typeof roomMessage>;
