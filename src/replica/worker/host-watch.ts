// Whether the room's host is there, as this member knows it. A host that loads its page again is away for some seconds,
// and nothing is said of that. The roster of a room server that is away names a host that may have left the ring
// meanwhile.
import type { MemberId } from '../../membership/view';
import type { Snapshot } from '../protocol';

/** A page loads again, and enters its ring again, in less. */
export const awayAfterMs = 8_000;
/** That it is back is shown for so long. */
export const backShownMs = 15_000;

export interface HostSeen {
  /** This replica hosts. */
  readonly isHost: boolean;
  /** The roster of the room server; empty: not known yet. */
  readonly roster: readonly { readonly id: MemberId; readonly isHost: boolean }[];
  /** Members of the view, and peers that are linked. */
  readonly present: ReadonlySet<MemberId>;
  readonly nowMs: number;
}

export class HostWatch {
  #wasPresent = new Set<MemberId>();
  #seenMs: number | undefined;
  #isAway = false;
  #backMs = -Infinity;

  look({ isHost, roster, present, nowMs }: HostSeen): Snapshot['host'] {
    const hosts = roster.filter((peer) => peer.isHost).map(({ id }) => id);
    for (const id of hosts) if (present.has(id)) this.#wasPresent.add(id);
    const isHere = isHost || hosts.some((id) => present.has(id) || !this.#wasPresent.has(id));
    if (isHere) {
      if (this.#isAway) this.#backMs = nowMs;
      this.#isAway = false;
      this.#seenMs = nowMs;
    } else if (roster.length > 0) {
      this.#seenMs ??= nowMs;
      this.#isAway ||= nowMs - this.#seenMs >= awayAfterMs;
    }
    if (this.#isAway) return 'away';
    return isHere && nowMs - this.#backMs < backShownMs ? 'back' : undefined;
  }
}
