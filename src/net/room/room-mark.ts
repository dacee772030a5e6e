// The mark of a room: a hash of its description. Code and mark are the room's address (R30): two rooms of one code, as on a
// server that forgot the first, are two rooms, and whoever was in one of them comes back to that one.
import { sha256 } from '@noble/hashes/sha2.js';
import { canonical, toBase64Url } from './room-key';
import type { RoomDescription } from './room-messages';

/** 66 bits. */
const markLength = 11;

export function markOf(
  code: string,
  { isOpen, hostPublicKey, hostProof, keyCheck }: RoomDescription,
): string {
  const fields = [code, isOpen ? 'open' : 'private', hostPublicKey, hostProof, keyCheck];
  return toBase64Url(sha256(canonical('lockstep room mark v1', ...fields))).slice(0, markLength);
}
