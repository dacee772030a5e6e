// Host rights: an Ed25519 key pair. The host token is its secret seed. The page that created the room keeps it, and a
// join link never holds it; the public key is in the room's description. A command is an envelope that any member may
// carry. Every member verifies its signature, its room, and that its sequence is above the last accepted one.
import { forgetOldest } from '../../base/forget-oldest';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import * as v from 'valibot';
import { utf8 } from '../../base/bytes';
import { fail, ok, type Result } from '../../base/result';
import { canonical, fromBase64Url, toBase64Url } from './room-key';
import { secureRandom, type RandomBytes } from '../../base/random-bytes';

export interface HostKeys {
  /** base64url of the 32-byte seed. */
  readonly hostToken: string;
  /** base64url of the 32-byte public key. */
  readonly hostPublicKey: string;
}

export const signedCommandSchema = v.strictObject({
  code: v.string(),
  /** Rises with every command of the room; members refuse a replayed or reordered one. */
  sequence: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** The command as JSON text. The signature covers the text, so that re-encoding cannot break it. */
  body: v.pipe(v.string(), v.maxLength(16 * 1024)),
  signature: v.pipe(v.string(), v.length(86)),
});
export type SignedCommand = v.InferOutput<typeof signedCommandSchema>;

export type CommandRefusal = 'malformed' | 'wrong-room' | 'replayed' | 'bad-signature';

export function newHostKeys(random: RandomBytes = secureRandom): HostKeys {
  return hostKeysFromSeed(random(32));
}

let lastKeys: HostKeys | undefined;

/** The key pair of a stored host token; undefined when the text is not a host token. */
export function hostKeysFromToken(hostToken: string): HostKeys | undefined {
  if (lastKeys?.hostToken === hostToken) return lastKeys;
  const seed = fromBase64Url(hostToken);
  return seed?.byteLength === 32 ? (lastKeys = hostKeysFromSeed(seed)) : undefined;
}

export function signCommand(hostToken: string, code: string, sequence: number, body: string): SignedCommand {
  return { code, sequence, body, signature: sign(hostToken, commandBytes(code, sequence, body)) };
}

/** The sequence and body of a genuine command newer than `lastSequence`. Pure, so all members agree. */
export function verifyCommand(
  envelope: unknown,
  hostPublicKey: string,
  code: string,
  lastSequence: number,
): Result<{ readonly sequence: number; readonly body: string }, CommandRefusal> {
  const parsed = v.safeParse(signedCommandSchema, envelope);
  if (!parsed.success) return fail('malformed', 'not a signed command');
  const { sequence, body, signature } = parsed.output;
  if (parsed.output.code !== code) return fail('wrong-room', 'signed for another room');
  if (sequence <= lastSequence)
    return fail('replayed', `command ${sequence} after ${lastSequence} was accepted`);
  if (!isSigned(signature, commandBytes(code, sequence, body), hostPublicKey))
    return fail('bad-signature', 'not signed by the host of this room');
  return ok({ sequence, body });
}

/** The host's claim to be this member: the roster shows it, and every member checks it. */
export function signHostClaim(hostToken: string, code: string, memberId: string): string {
  return sign(hostToken, hostClaimBytes(code, memberId));
}

export function isHostClaim(
  signature: string,
  hostPublicKey: string,
  code: string,
  memberId: string,
): boolean {
  return isSigned(signature, hostClaimBytes(code, memberId), hostPublicKey);
}

/** The signed bytes of a host's claim. */
export function hostClaimBytes(code: string, memberId: string): Uint8Array {
  return canonical('lockstep host member v1', code, memberId);
}

/** R22: the holder of this pass is this member. */
export function signPassClaim(pass: string, code: string, memberId: string): string {
  return sign(pass, canonical('lockstep pass v1', code, memberId));
}

export function isPassClaim(signature: string, publicKey: string, code: string, memberId: string): boolean {
  return isSigned(signature, canonical('lockstep pass v1', code, memberId), publicKey);
}

/** A version of the room's document (D2). Its hash is signed, for it is much longer than a command. */
export function signRoomDocument(hostToken: string, code: string, version: number, body: string): string {
  return sign(hostToken, documentBytes(code, version, body));
}

export function isRoomDocument(
  signature: string,
  hostPublicKey: string,
  code: string,
  version: number,
  body: string,
): boolean {
  return isSigned(signature, documentBytes(code, version, body), hostPublicKey);
}

/** The holder of this pass answers the host's question so (D5). */
export function signAnswer(pass: string, fields: readonly string[]): string {
  return sign(pass, canonical('lockstep answer v1', ...fields));
}

export function isSignedAnswer(signature: string, publicKey: string, fields: readonly string[]): boolean {
  return isSigned(signature, canonical('lockstep answer v1', ...fields), publicKey);
}

/** A thread’s first signature and first check take some fifty milliseconds each: they make tables and run code that is
 *  not yet optimized. A thread that has time makes them here. */
export function rehearseSignatures(): void {
  const seed = new Uint8Array(32).fill(1);
  const bytes = canonical('lockstep rehearsal v1');
  ed25519.verify(ed25519.sign(bytes, seed), bytes, ed25519.getPublicKey(seed));
}

function hostKeysFromSeed(seed: Uint8Array): HostKeys {
  return { hostToken: toBase64Url(seed), hostPublicKey: toBase64Url(ed25519.getPublicKey(seed)) };
}

function documentBytes(code: string, version: number, body: string): Uint8Array {
  return canonical('lockstep room v1', code, String(version), toBase64Url(sha256(utf8(body))));
}

function commandBytes(code: string, sequence: number, body: string): Uint8Array {
  return canonical('lockstep command v1', code, String(sequence), body);
}

function sign(hostToken: string, bytes: Uint8Array): string {
  const seed = fromBase64Url(hostToken);
  if (seed?.byteLength !== 32) throw new TypeError('not a host token');
  const signature = toBase64Url(ed25519.sign(bytes, seed));
  remember(questionOf(signature, bytes, hostKeysFromToken(hostToken)!.hostPublicKey), true);
  return signature;
}

function isSigned(signature: string, bytes: Uint8Array, hostPublicKey: string): boolean {
  const [signatureBytes, publicKey] = [fromBase64Url(signature), fromBase64Url(hostPublicKey)];
  if (signatureBytes?.byteLength !== 64 || publicKey?.byteLength !== 32) return false;
  const question = questionOf(signature, bytes, hostPublicKey);
  let isGenuine = answers.get(question);
  if (isGenuine === undefined) {
    try {
      isGenuine = ed25519.verify(signatureBytes, bytes, publicKey);
    } catch {
      isGenuine = false; // not a point of the curve
    }
  }
  remember(question, isGenuine);
  return isGenuine;
}

function questionOf(signature: string, bytes: Uint8Array, hostPublicKey: string): string {
  return [signature, hostPublicKey, toBase64Url(bytes)].join();
}

/** The most recently used answer is last. */
function remember(question: string, isGenuine: boolean): void {
  answers.delete(question);
  answers.set(question, isGenuine);
  forgetOldest(answers, mostAnswers);
}

/** Remembered answers, because a check takes milliseconds. A host's claim is checked at every change of the roster, and a
 *  command comes from every peer that passes it on. What this thread signed is genuine. */
const answers = new Map<string, boolean>();
const mostAnswers = 256;
