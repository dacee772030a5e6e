// A member's secret and the id that follows from it (R6). Only who has the secret is the member, so a server that forgot
// everything still tells a member that comes back from a stranger who would like to have its id.
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../../base/bytes';
import { secureRandom, type RandomBytes } from '../../base/random-bytes';
import { canonical } from './room-key';

/** 32 hex digits. Only the server learns it. */
export function newMemberSecret(random: RandomBytes = secureRandom): string {
  return toHex(random(16));
}

/** 16 hex digits: the first 64 bits of the secret's SHA-256. */
export function memberIdOf(secret: string): string {
  return toHex(sha256(canonical('lockstep member v1', secret)).subarray(0, 8));
}
