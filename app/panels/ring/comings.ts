// Who came into the ring and who left it between two lists of its members. Pure.
import type { PeerStatus } from '../../../src/replica/protocol';

export interface Comings {
  readonly came: readonly PeerStatus[];
  /** The members as they were last observed. */
  readonly left: readonly PeerStatus[];
}

/** The name by which it is called now: the host may have renamed it meanwhile. */
export function asNow<T extends { readonly peer: PeerStatus }>(seen: T, members: readonly PeerStatus[]): T {
  return { ...seen, peer: members.find(({ id }) => id === seen.peer.id) ?? seen.peer };
}

/** Nobody, where this replica was outside the ring before or is now: then it has not seen them come or go. */
export function comingsBetween(before: readonly PeerStatus[], after: readonly PeerStatus[]): Comings {
  const isSeen = [before, after].every((members) => members.some(({ isSelf }) => isSelf));
  if (!isSeen) return { came: [], left: [] };
  const missingIn = (one: readonly PeerStatus[], other: readonly PeerStatus[]): PeerStatus[] =>
    one.filter(({ id }) => !other.some((member) => member.id === id));
  return { came: missingIn(after, before), left: missingIn(before, after) };
}
