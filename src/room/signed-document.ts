// A version of the room's document as members pass it on: an envelope with the host's signature (D2). Whoever carries it
// can withhold it, and change nothing in it. A signature covers the room and the version too.
import * as v from 'valibot';
import { hashHex, hashWords } from '../base/hash';
import { fail, ok, type Result } from '../base/result';
import { parsedJson } from '../base/parsed-json';
import { isRoomDocument, signRoomDocument } from '../net/room/signed-command';
import { roomDocument, type RoomDocument } from './room-document';

/** The fullest document takes less, and an envelope of it fits in one frame (F5). */
export const mostDocumentCharacters = 32 * 1024;

export const signedDocument = v.strictObject({
  code: v.string(),
  /** The time of the host's clock in milliseconds, or the version before and 1. */
  version: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** The document as JSON text. The signature covers the text, so that re-encoding cannot break it. */
  body: v.pipe(v.string(), v.maxLength(mostDocumentCharacters)),
  signature: v.pipe(v.string(), v.length(86)),
});
export type SignedDocument = v.InferOutput<typeof signedDocument>;

/** Which document it is: of one version there may be two. */
export interface Edition {
  readonly version: number;
  /** The digest of the text: 16 hex digits. */
  readonly hash: string;
}

export const noEdition: Edition = { version: 0, hash: '' };

export interface HeldDocument extends Edition {
  readonly document: RoomDocument;
  /** The public key of the host that signed it. */
  readonly by: string;
  readonly envelope: SignedDocument;
}

export function signDocument(hostToken: string, code: string, version: number, body: string): SignedDocument {
  return { code, version, body, signature: signRoomDocument(hostToken, code, version, body) };
}

/** `host`: the public key of the room's host now. */
export function readDocument(
  envelope: SignedDocument,
  code: string,
  host: string,
): Result<HeldDocument, 'wrong-room' | 'bad-signature' | 'malformed'> {
  const { version, body, signature } = envelope;
  if (envelope.code !== code) return fail('wrong-room', 'signed for another room');
  if (!isRoomDocument(signature, host, code, version, body))
    return fail('bad-signature', 'not signed by the host of this room');
  const json = parsedJson(body);
  if (json === undefined) return fail('malformed', 'the room’s document is not JSON');
  const read = v.safeParse(roomDocument, json);
  if (!read.success) return fail('malformed', `the room’s document is malformed: ${read.issues[0].message}`);
  return ok({ ...editionOf(envelope), document: read.output, by: host, envelope });
}

export function editionOf({ version, body }: Pick<SignedDocument, 'version' | 'body'>): Edition {
  return {
    version,
    hash: hashHex(hashWords(Uint32Array.from(body, (character) => character.codePointAt(0)!))),
  };
}

/** Two tabs of a host may sign two documents of one version: then the text decides, at every member alike. */
export function isNewer(one: Edition, than: Edition): boolean {
  return one.version === than.version ? one.hash > than.hash : one.version > than.version;
}
