// How a joiner of an open room gets the key (R9). It sends an X25519 public key to a member through the server, and the
// member answers with the room key sealed under the shared secret. Listeners do not learn the key. For that moment an
// open room trusts the server not to answer in the member's place.
import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import { x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8 } from '../../base/bytes';
import { canonical, fromBase64Url, roomKeyBytes, toBase64Url } from './room-key';
import { secureRandom, type RandomBytes } from '../../base/random-bytes';

const nonceBytes = 24;

/** The two ends. The seal binds them: a grant for one asker does not open for another. */
export interface HandoverParties {
  readonly code: string;
  readonly asker: string;
  readonly granter: string;
}

export interface KeyRequest {
  readonly publicKey: string;
  readonly secret: Uint8Array;
}

export function requestKey(random: RandomBytes = secureRandom): KeyRequest {
  const secret = random(32);
  return { secret, publicKey: toBase64Url(x25519.getPublicKey(secret)) };
}

/** undefined when the asker's public key is not a usable point. */
export function grantKey(
  key: Uint8Array,
  parties: HandoverParties,
  askerPublicKey: string,
  random: RandomBytes = secureRandom,
): { readonly publicKey: string; readonly box: string } | undefined {
  const ephemeral = requestKey(random);
  const seal = sealingKey(ephemeral.secret, askerPublicKey, parties, askerPublicKey, ephemeral.publicKey);
  if (!seal) return undefined;
  const nonce = random(nonceBytes);
  const box = concatBytes(nonce, xchacha20poly1305(seal, nonce).encrypt(key));
  return { publicKey: ephemeral.publicKey, box: toBase64Url(box) };
}

/** The room key; undefined when the grant does not answer this request. */
export function openGrant(
  request: KeyRequest,
  parties: HandoverParties,
  granterPublicKey: string,
  box: string,
): Uint8Array | undefined {
  const seal = sealingKey(request.secret, granterPublicKey, parties, request.publicKey, granterPublicKey);
  const bytes = fromBase64Url(box);
  if (!seal || !bytes || bytes.byteLength !== nonceBytes + roomKeyBytes + 16) return undefined;
  try {
    return xchacha20poly1305(seal, bytes.subarray(0, nonceBytes)).decrypt(bytes.subarray(nonceBytes));
  } catch {
    return undefined; // the tag does not match
  }
}

function sealingKey(
  secret: Uint8Array,
  theirPublicKey: string,
  { code, asker, granter }: HandoverParties,
  askerPublicKey: string,
  granterPublicKey: string,
): Uint8Array | undefined {
  const point = fromBase64Url(theirPublicKey);
  if (point?.byteLength !== 32) return undefined;
  try {
    const shared = x25519.getSharedSecret(secret, point);
    const info = canonical('lockstep key handover v1', asker, granter, askerPublicKey, granterPublicKey);
    return hkdf(sha256, shared, utf8(code), info, 32);
  } catch {
    return undefined; // a point of small order: everybody could compute the shared secret
  }
}
