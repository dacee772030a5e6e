// Watches every peer's link and notifies membership when the peer is heard, silent or lost (heartbeat.ts). A needed
// link that does not exist counts as opening, from when it was needed, or as closed, from when it closed. When a link
// that is not needed ends, the peer becomes unwatched, and is not lost because of it.
import type { Clock } from '../../base/clock';
import { livenessOf, type LinkSighting, type Liveness } from '../../membership/heartbeat';
import type { MemberId } from '../../membership/view';
import type { Hub } from './hub';

export class MemberLinks {
  readonly #sinceMs = new Map<MemberId, { state: 'opening' | 'closed'; sinceMs: number }>();
  readonly #openedMs = new Map<MemberId, number>();
  readonly #liveness = new Map<MemberId, Liveness>();

  constructor(
    readonly hub: Hub,
    readonly clock: Clock,
    readonly notify: (peer: MemberId, liveness: Liveness | 'unwatched') => void,
  ) {
    hub.on('opened', ({ peer }) => {
      this.#openedMs.set(peer, clock.now());
      this.#sinceMs.delete(peer);
    });
    hub.on('closed', ({ peer }) => this.#sinceMs.set(peer, { state: 'closed', sinceMs: clock.now() }));
  }

  /** Looks at every linked peer and at the `needed` ones, and notifies of changes. */
  look(needed: readonly MemberId[]): void {
    const nowMs = this.clock.now();
    const watched = new Set([...this.hub.peers(), ...needed]);
    for (const peer of new Set([...this.#liveness.keys(), ...this.#sinceMs.keys()])) {
      if (watched.has(peer)) continue;
      this.#sinceMs.delete(peer);
      if (this.#liveness.delete(peer)) this.notify(peer, 'unwatched');
    }
    for (const peer of watched) {
      const before = this.#liveness.get(peer);
      const { liveness } = livenessOf(this.#sighting(peer, nowMs), nowMs);
      this.#liveness.set(peer, liveness);
      if (liveness !== before) this.notify(peer, liveness);
    }
  }

  /** Now, not as of the last look: a link that has just opened counts at once. */
  livenessOf(peer: MemberId): Liveness | undefined {
    if (!this.#liveness.has(peer)) return undefined;
    const nowMs = this.clock.now();
    return livenessOf(this.#sighting(peer, nowMs), nowMs).liveness;
  }

  #sighting(peer: MemberId, nowMs: number): LinkSighting {
    const link = this.hub.link(peer);
    if (link?.isOpen) {
      this.#sinceMs.delete(peer); // it was given to the hub before it was open
      const sinceMs = this.#openedMs.get(peer) ?? nowMs;
      return { state: 'open', sinceMs, lastHeardMs: link.stats().lastHeardMs };
    }
    const known = this.#sinceMs.get(peer);
    if (known) return { ...known, lastHeardMs: -Infinity };
    const first = { state: 'opening' as const, sinceMs: nowMs };
    this.#sinceMs.set(peer, first);
    return { ...first, lastHeardMs: -Infinity };
  }
}
