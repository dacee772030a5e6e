// Who came and who left in the last seconds, for the picture and its words.
import { useEffect, useRef, useState } from 'react';
import type { PeerStatus } from '../../../src/replica/protocol';

/** Long enough to read a name. */
const shownMs = 5000;

export interface Seen {
  readonly peer: PeerStatus;
  readonly how: 'came' | 'left';
  /** The place of a member that left, and of how many. */
  readonly index: number;
  readonly count: number;
}

/** `members`: in ring order. */
export function useComings(members: readonly PeerStatus[]): readonly Seen[] {
  const before = useRef<readonly PeerStatus[]>([]);
  const [seen, setSeen] = useState<readonly Seen[]>([]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const ids = members.map(({ id }) => id).join(' ');
  useEffect(() => {
    const old = before.current;
    const { came, left } = comingsBetween(old, members);
    const now: Seen[] = [
      ...came.map((peer) => ({
        peer,
        how: 'came' as const,
        index: members.indexOf(peer),
        count: members.length,
      })),
      ...left.map((peer) => ({ peer, how: 'left' as const, index: old.indexOf(peer), count: old.length })),
    ];
    if (now.length === 0) return;
    setSeen((all) => [...all.filter(({ peer }) => !now.some((one) => one.peer.id === peer.id)), ...now]);
    const timer = setTimeout(() => {
      timers.current.delete(timer);
      setSeen((all) => all.filter((one) => !now.includes(one)));
    }, shownMs);
    timers.current.add(timer);
    // A list of the same members is no other one.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [ids]);
  // A newcomer tells its typed name only once it is inside: names are those of the last look, not of the last coming.
  useEffect(() => {
    before.current = members;
  }, [members]);
  useEffect(() => {
    const all = timers.current;
    return () => all.forEach(clearTimeout);
  }, []);
  return seen.map((one) => asNow(one, members));
}

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
