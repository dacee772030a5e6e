// Checks a presence from the server (R5–R7), pure. The description must be the one that the key proves, or the first one
// seen. A member is the host only by a signature of the host key.
import { fail, ok, type Result } from '../../base/result';
import type { PassClaim } from '../room/pass-claim';
import { checkDescription } from '../room/room-key';
import type { Presence, Role, RoomDescription } from '../room/room-messages';
import { isHostClaim } from '../room/signed-command';

export interface RosterMember {
  readonly memberId: string;
  /** Inert text; never markup. */
  readonly name: string;
  readonly role: Role;
  readonly facts: string;
  /** The member's own claim: a hint for which members to call, never a decision about the ring. */
  readonly inRing: boolean;
  readonly hasKey: boolean;
  /** The member’s own word that the room shows two-word names only (H12). */
  readonly hidesNames?: true | undefined;
  /** Proven by the host key. */
  readonly isHost: boolean;
  /** The member’s claim, not yet checked: `passOf`. */
  readonly pass?: PassClaim | undefined;
  readonly isSelf: boolean;
}

export interface Roster {
  readonly code: string;
  readonly isOpen: boolean;
  readonly hostPublicKey: string;
  /** The members by arrival at the server. */
  readonly members: readonly RosterMember[];
  /** Devices that watch the room, by the server's count. */
  readonly observers: number;
}

export type RosterRefusal = 'wrong-key' | 'key-missing' | 'room-forged';

/** `pinned`: the description of an earlier presence; it must not change. `host`: who took hosting over (R23). */
export function readPresence(
  presence: Presence,
  self: string,
  key: Uint8Array | undefined,
  pinned: RoomDescription | undefined,
  host?: string,
): Result<Roster, RosterRefusal> {
  const { code, description, members, observers } = presence;
  if (pinned && !isSameRoom(pinned, description))
    return fail('room-forged', `the server describes room ${code} differently than before`);
  if (!key && !description.isOpen)
    return fail('key-missing', 'this room is private: enter by the whole link, with the part after #');
  const checked = key ? checkDescription(key, code, description) : 'right';
  if (checked === 'wrong-key') return fail('wrong-key', `the key does not belong to room ${code}`);
  if (checked === 'forged')
    return fail('room-forged', `the server's description of room ${code} is not its creator's`);
  const { isOpen, hostPublicKey } = description;
  const seen = members.map(({ hostSignature, ...member }) => ({
    ...member,
    isSelf: member.memberId === self,
    isHost:
      hostSignature !== undefined && isHostClaim(hostSignature, host ?? hostPublicKey, code, member.memberId),
  }));
  return ok({ code, isOpen, hostPublicKey, members: seen, observers });
}

function isSameRoom(a: RoomDescription, b: RoomDescription): boolean {
  return (
    a.isOpen === b.isOpen &&
    a.hostPublicKey === b.hostPublicKey &&
    a.hostProof === b.hostProof &&
    a.keyCheck === b.keyCheck
  );
}
