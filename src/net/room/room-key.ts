// The room key (128 bits). It is in a private room's URL fragment, or handed over in an open room; the server never holds
// it. Signals carry an HMAC-SHA-256 under it, so that a lying server cannot put itself between two members (R7, R8).
// Authenticated fields are encoded with their lengths, so no two messages share an encoding.
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8 } from '../../base/bytes';
import { secureRandom, type RandomBytes } from '../../base/random-bytes';
import type { RoomDescription } from './room-messages';

export const roomKeyBytes = 16;
const keyCheckBytes = 8;

export function newRoomKey(random: RandomBytes = secureRandom): Uint8Array {
  return random(roomKeyBytes);
}

/** The key as text for a URL fragment: 22 characters of base64url. */
export function roomKeyToText(key: Uint8Array): string {
  return toBase64Url(key);
}

/** undefined when the text is not exactly one key. */
export function roomKeyFromText(text: string): Uint8Array | undefined {
  const key = fromBase64Url(text);
  return key?.byteLength === roomKeyBytes ? key : undefined;
}

export interface SignalContent {
  readonly code: string;
  readonly from: string;
  readonly to: string;
  readonly sequence: number;
  readonly data: string;
}

/** base64url of the HMAC over (code, from, to, kind, sequence, data). */
export function signalMac(key: Uint8Array, signal: SignalContent): string {
  const { code, from, to, sequence, data } = signal;
  return mac(key, 'lockstep signal v1', code, from, to, String(sequence), data);
}

export function isSignalMac(key: Uint8Array, signal: SignalContent, claimed: string): boolean {
  return equalInConstantTime(signalMac(key, signal), claimed);
}

/** The creator's description of the room: keyCheck reveals a wrong key, hostProof a changed host key or openness. */
export function describeRoom(
  key: Uint8Array,
  code: string,
  isOpen: boolean,
  hostPublicKey: string,
): RoomDescription {
  return {
    isOpen,
    hostPublicKey,
    hostProof: mac(key, 'lockstep host v1', code, isOpen ? 'open' : 'private', hostPublicKey),
    keyCheck: toBase64Url(
      hmac(sha256, key, canonical('lockstep key check v1', code)).slice(0, keyCheckBytes),
    ),
  };
}

/** Does `key` open the room that the server describes, and did the creator write the description? */
export function checkDescription(
  key: Uint8Array,
  code: string,
  claimed: RoomDescription,
): 'right' | 'wrong-key' | 'forged' {
  const right = describeRoom(key, code, claimed.isOpen, claimed.hostPublicKey);
  if (!equalInConstantTime(right.keyCheck, claimed.keyCheck)) return 'wrong-key';
  return equalInConstantTime(right.hostProof, claimed.hostProof) ? 'right' : 'forged';
}

/** u32 length, then UTF-8, for each field. */
export function canonical(...fields: readonly string[]): Uint8Array {
  return concatBytes(
    ...fields.flatMap((field) => {
      const bytes = utf8(field);
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, bytes.byteLength, true);
      return [length, bytes];
    }),
  );
}

function mac(key: Uint8Array, ...fields: readonly string[]): string {
  return toBase64Url(hmac(sha256, key, canonical(...fields)));
}

/** Takes the same time wherever the texts differ. Lengths are public. */
function equalInConstantTime(a: string, b: string): boolean {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

export function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** undefined when the text is not canonical base64url without padding. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return undefined;
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return toBase64Url(bytes) === text ? bytes : undefined;
}
