// What a member shows as a proof that it has a data set, to those who have it too (T14). The fingerprint names the
// data's stream, and everybody may repeat it. The proof is bound to its member: it takes the data's own hash, which
// never travels, to make or to check one. So a copied fingerprint proves nothing, and who has the same data recognises
// it.
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** What only holders of the data know: its hash, and the seed of the run. */
export type OwnSecret = string;

/** 16 hex digits. */
export function fingerprintOf(secret: OwnSecret): string {
  return digest('lockstep own data v1', secret, '').slice(0, 16);
}

/** 8 hex digits: nobody can try more than one a header. */
export function ownProof(secret: OwnSecret, member: string): string {
  return digest('lockstep own proof v1', secret, member).slice(0, 8);
}

function digest(...fields: readonly string[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(fields))));
}
