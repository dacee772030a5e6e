// The rule who may take a place in a room (R29). Pure.
import { createPublicKey, verify } from 'node:crypto';
import { hostClaimBytes } from '../net/room/signed-command';
import { networksOf } from './networks';
import type { Member, Places, Room } from './rooms-state';

/** The places that one address may have for each that stays free: a class of 60 comes from one. It has at most 62 of 64,
 *  two have 63, and a third one finds a place. */
const placesPerFree = 32;
/** Seats beyond those of all members that only the host may take: its page, and the one that it loads again. */
const hostSeats = 2;

/** May the address take one more of so many places (R29)? The network of the host may take all. One that the host freed
 *  leaves half of them to others (R32b). */
export function hasShare(
  { home, freed }: Room,
  { size, from }: Places<{ readonly address: string }>,
  places: number,
  address: string,
): boolean {
  const [free, own] = [places - size, from.most(address)];
  if (free <= 0) return false;
  if (address === home) return true;
  const isWelcome = free > places / 2 || !freed.has(widestOf(address));
  return isWelcome && (own === 0 || own < placesPerFree * (free - 1));
}

/** May this member take a seat? The host finds one in a full room too (R32c). */
export function hasSeat(
  room: Room,
  places: number,
  address: string,
  claim: Pick<Member['entry'], 'memberId' | 'hostSignature'>,
): boolean {
  const { members } = room;
  return (
    hasShare(room, members, places, address) || (members.size < places + hostSeats && isCreator(room, claim))
  );
}

/** The name of the widest network of an address. */
export const widestOf = (address: string): string => networksOf(address)[0].name;

/** Did the creator's key sign that it is this member? Only who has the member's secret is the member (R6). Node checks it
 *  ten times as fast as a page does: a stranger may ask as often as it may send. */
export function isCreator(
  { code, description }: Pick<Room, 'code' | 'description'>,
  { memberId, hostSignature }: Pick<Member['entry'], 'memberId' | 'hostSignature'>,
): boolean {
  if (hostSignature === undefined) return false;
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: description.hostPublicKey };
  try {
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    return verify(null, hostClaimBytes(code, memberId), key, Buffer.from(hostSignature, 'base64url'));
  } catch {
    return false; // not a point of the curve
  }
}
