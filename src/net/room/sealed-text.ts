// What members show to observers and what observers note for members, sealed end to end under the room key (R19). There is
// one key for each sender, so the server cannot pass one sender's message off as another's; it also keeps the two
// directions apart. XChaCha20-Poly1305 with a random nonce of 24 bytes.
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8 } from '../../base/bytes';
import { secureRandom, type RandomBytes } from '../../base/random-bytes';
import { canonical, fromBase64Url, toBase64Url } from './room-key';

export interface SealedSender {
  readonly kind: 'picture' | 'note';
  readonly code: string;
  /** The member's id or the observer's. */
  readonly from: string;
}

const nonceBytes = 24;
const tagBytes = 16;

/** Bytes of JSON text that fit in a sealed text of this many characters of base64url. */
export function roomFor(maxText: number): number {
  return Math.floor((maxText * 3) / 4) - nonceBytes - tagBytes;
}

/** Seals JSON data. undefined: it does not fit in `maxText` characters. */
export function seal(
  roomKey: Uint8Array,
  sender: SealedSender,
  data: unknown,
  maxText: number,
  random: RandomBytes = secureRandom,
): string | undefined {
  const plain = utf8(JSON.stringify(data) ?? 'null');
  if (plain.byteLength > roomFor(maxText)) return undefined;
  const nonce = random(nonceBytes);
  return toBase64Url(concatBytes(nonce, cipher(roomKey, sender, nonce).encrypt(plain)));
}

/** The JSON data: validate it. undefined: `from` did not seal this text under this room's key. */
export function openSealed(
  roomKey: Uint8Array,
  sender: SealedSender,
  text: string,
): { readonly data: unknown } | undefined {
  const bytes = fromBase64Url(text);
  if (!bytes || bytes.byteLength < nonceBytes + tagBytes) return undefined;
  const nonce = bytes.subarray(0, nonceBytes);
  try {
    const plain = cipher(roomKey, sender, nonce).decrypt(bytes.subarray(nonceBytes));
    return { data: JSON.parse(new TextDecoder().decode(plain)) };
  } catch {
    return undefined; // the tag does not match, or what was sealed is no JSON
  }
}

function cipher(roomKey: Uint8Array, { kind, code, from }: SealedSender, nonce: Uint8Array) {
  const key = hkdf(sha256, roomKey, undefined, canonical(`lockstep ${kind} v1`, code, from), 32);
  return xchacha20poly1305(key, nonce);
}
