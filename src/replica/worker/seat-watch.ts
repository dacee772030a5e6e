// Which devices hold a seat of the room at its server, and no more (R32a): the host is not linked with them, and the ring has not
// got them. Who has just come is still connecting.
import type { MemberId } from '../../membership/view';
import type { HostSeen } from './host-watch';

/** A device connects, or asks at the door and is let in, in less. */
export const strangeAfterMs = 10_000;

export class SeatWatch {
  /** Since when each has held its seat without a link. */
  #sinceMs = new Map<MemberId, number>();

  look({ isHost, self, roster, present, nowMs }: HostSeen & { readonly self: MemberId }): MemberId[] {
    const unlinked = roster.filter((peer) => !peer.isHost && peer.id !== self && !present.has(peer.id));
    this.#sinceMs = new Map(unlinked.map(({ id }) => [id, this.#sinceMs.get(id) ?? nowMs]));
    if (!isHost) return [];
    return [...this.#sinceMs].flatMap(([id, sinceMs]) => (nowMs - sinceMs < strangeAfterMs ? [] : [id]));
  }
}
