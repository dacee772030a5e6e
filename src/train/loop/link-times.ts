// How long one frame takes from one member to another. Members measure their own edge around the ring. A measurement is
// remembered when the ring no longer uses the edge, for an idle link looks fast. Times that were never measured are
// estimated: a member is as fast as its best link, and a link is as fast as the slower of its ends. So the ring leaves a
// slow link, but not a slow member. Beside that: which links stay within the machine.
import { fullMeshLimit } from '../../membership/links-needed';
import type { MemberId, View } from '../../membership/view';
import { profileBetween, type NetworkSettings } from '../../net/emulation/network-settings';
import type { Link, LinkKind } from '../../net/link/link';

/** The time after which a link may have changed (M11b). */
const rememberedMs = 600_000;

/** The longest frame of a sum. */
const maxFrameBytes = 64 * 1024;

interface Measured {
  readonly ms: number;
  readonly atMs: number;
}

/** Half a round trip, and the time of one frame of the sum at the measured rate of the link; 0: not measured. On a busy
 *  link a ping waits behind frames, so the round trip alone shows a slow link. */
export function frameMs(
  stats: { readonly roundTripMs: number | undefined; readonly bytesPerSecond: number | undefined },
  chunkBytes: number,
): number {
  if (stats.roundTripMs === undefined) return 0;
  const bytes = Math.min(maxFrameBytes, chunkBytes);
  const lineMs = stats.bytesPerSecond === undefined ? 0 : (bytes / stats.bytesPerSecond) * 1000;
  return stats.roundTripMs / 2 + lineMs;
}

/** A round trip within a browser may be shorter than a clock shows, and 0 says that nothing is measured. */
const leastFlightMs = 0.01;

/** The flight of a small message to each member of a full mesh, by rank: half the shortest round trip, for on a busy
 *  link pings wait behind frames, and links in use would seem farther than others. 0: not measured, or itself. */
export function flightsOf(
  { members }: Pick<View, 'members'>,
  hub: { link(peer: MemberId): Pick<Link, 'isOpen' | 'stats'> | undefined },
): number[] {
  if (members.length > fullMeshLimit) return [];
  return members.map((member) => {
    const link = hub.link(member);
    const tripMs = link?.isOpen ? link.stats().shortestTripMs : undefined;
    return tripMs === undefined ? 0 : Math.max(leastFlightMs, tripMs / 2);
  });
}

/** Links that never leave a machine: between tabs of one browser, replicas of one page, and processes over a Unix socket. */
const withinMachine: readonly LinkKind[] = ['tab', 'port', 'socket'];

/** Does this link stay within the machine? An edge on which the room emulates another network stands for one that leaves
 *  it. */
export function staysWithin(
  link: Pick<Link, 'kind'> | undefined,
  self: MemberId,
  other: MemberId,
  network: NetworkSettings,
): boolean {
  return link !== undefined && withinMachine.includes(link.kind) && !profileBetween(network, self, other);
}

/** The members of a full mesh that are on this machine: a bit for each rank (C2g). */
export function machineMatesOf(
  { members }: Pick<View, 'members'>,
  self: MemberId,
  hub: { link(peer: MemberId): Pick<Link, 'isOpen' | 'kind'> | undefined },
  network: NetworkSettings,
): number {
  if (members.length > fullMeshLimit) return 0;
  return members.reduce((mates, member, rank) => {
    const link = hub.link(member);
    return link?.isOpen && staysWithin(link, self, member, network) ? mates + 2 ** rank : mates;
  }, 0);
}

export class LinkTimes {
  /** from → to */
  readonly #known = new Map<MemberId, Map<MemberId, Measured>>();

  /** The latest measurement counts. */
  note(from: MemberId, to: MemberId, ms: number, nowMs: number): void {
    const of = this.#known.get(from) ?? new Map<MemberId, Measured>();
    this.#known.set(from, of.set(to, { ms, atMs: nowMs }));
  }

  /** Forgets members that are gone, and measurements that are too old. */
  forget(members: readonly MemberId[], nowMs: number): void {
    for (const [from, of] of this.#known) {
      if (!members.includes(from)) this.#known.delete(from);
      for (const [to, { atMs }] of of)
        if (!members.includes(to) || nowMs - atMs > rememberedMs) of.delete(to);
    }
  }

  /** `atLeastMs`: what else is known of this link, though it carries nothing. */
  estimate(from: MemberId, to: MemberId, atLeastMs = 0): number {
    const known = this.#ms(from, to);
    if (known !== undefined) return known;
    const guess =
      this.#ms(to, from) ?? Math.max(this.#best(from) ?? this.#median(), this.#best(to) ?? this.#median());
    // Slow to or from two others already: it is slow to or from all.
    const out = this.#from(from);
    const into = this.#to(to);
    const floors = [out, into].map((list) => (list.length >= 2 ? Math.min(...list) : 0));
    return Math.max(guess, atLeastMs, ...floors);
  }

  #ms(from: MemberId, to: MemberId): number | undefined {
    return this.#known.get(from)?.get(to)?.ms;
  }

  #from(member: MemberId): number[] {
    return [...(this.#known.get(member)?.values() ?? [])].map(({ ms }) => ms);
  }

  #to(member: MemberId): number[] {
    return [...this.#known.values()].flatMap((of) => of.get(member)?.ms ?? []);
  }

  #best(member: MemberId): number | undefined {
    const all = [...this.#from(member), ...this.#to(member)];
    return all.length > 0 ? Math.min(...all) : undefined;
  }

  #median(): number {
    const all = [...this.#known.values()].flatMap((of) => [...of.values()].map(({ ms }) => ms));
    return all.sort((a, b) => a - b)[all.length >> 1] ?? 0;
  }
}
