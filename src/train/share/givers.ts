// Who gives all of the room's data, where not all are linked (T12). Members learn it from the records of their headers,
// and tell linked peers outside the ring. A peer that fetches wants links to the few of them that are nearest to it:
// nearness differs from peer to peer, so givers share the work.
import type { MemberId } from '../../membership/view';

/** The most members of one message. */
export const mostNamed = 8;
/** Links that a replica which fetches wants beside those to sponsors. */
const mostSources = 3;

export class Givers {
  /** What each linked peer was told last. */
  readonly #told = new Map<MemberId, string>();
  /** What each linked peer said last. */
  readonly #named = new Map<MemberId, readonly MemberId[]>();

  /** What to tell this peer; undefined: it knows. */
  news(peer: MemberId, givers: readonly MemberId[]): readonly MemberId[] | undefined {
    const nearest = nearestTo(peer, givers, mostNamed);
    const text = nearest.join();
    if ((this.#told.get(peer) ?? '') === text) return undefined;
    this.#told.set(peer, text);
    return nearest;
  }

  heard(from: MemberId, members: readonly MemberId[]): void {
    this.#named.set(from, members);
  }

  closed(peer: MemberId): void {
    this.#told.delete(peer);
    this.#named.delete(peer);
  }

  /** Another offer. */
  clear(): void {
    this.#told.clear();
    this.#named.clear();
  }

  /** The members to whom this replica wants links while it fetches. */
  sourcesOf(self: MemberId): readonly MemberId[] {
    const all = new Set([...this.#named.values()].flat());
    all.delete(self);
    return nearestTo(self, [...all], mostSources);
  }
}

function nearestTo(peer: MemberId, members: readonly MemberId[], count: number): MemberId[] {
  const distance = (member: MemberId): number => (headOf(member) ^ headOf(peer)) >>> 0;
  return [...members].sort((a, b) => distance(a) - distance(b)).slice(0, count);
}

function headOf(member: MemberId): number {
  return parseInt(member.slice(0, 8), 16);
}
