// Whether a replica that brings a configuration creates the room's ring, from the room's roster. Pure.
import type { RosterMember } from '../../net/signalling/signalling-roster';

export type RingCreation =
  /** Nobody else in the room is in a ring. */
  | 'now'
  /** The server lists members of a ring. They may be gone: create a ring if no link to a peer opens in time. */
  | 'if nobody is linked'
  /** Another tab of the host arrived first: that tab creates the ring. */
  | 'leave to another tab';

/** `members` by arrival. */
export function ringCreation(
  members: readonly Pick<RosterMember, 'isSelf' | 'isHost' | 'inRing'>[],
): RingCreation {
  const firstHost = members.find(({ isHost }) => isHost);
  if (firstHost && !firstHost.isSelf) return 'leave to another tab';
  return members.some(({ inRing, isSelf }) => inRing && !isSelf) ? 'if nobody is linked' : 'now';
}
