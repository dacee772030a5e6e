// Makes this member's links as slow as the run state says (L18). All members apply the settings with the decision that
// holds them, each for what it sends itself. So each direction of an edge is shaped once.
import type { MemberId } from '../../membership/view';
import { isSameProfile, type EdgeProfile } from '../../net/emulation/edge-profile';
import { profileBetween } from '../../net/emulation/network-settings';
import { noEmulation } from '../../net/emulation/no-emulation';
import type { Link } from '../../net/link/link';
import type { Hub } from '../peers/hub';
import type { RunState } from '../run/run-state';

export class EdgeEmulation {
  #settings = noEmulation;
  readonly #profiles = new WeakMap<Link, EdgeProfile>();

  /** `state`: the latest decisions that this replica follows, also while it catches up. */
  constructor(
    readonly self: MemberId,
    readonly hub: Pick<Hub, 'peers' | 'link'>,
    readonly state: () => RunState | undefined,
  ) {}

  /** The state may have changed. */
  look(): void {
    const settings = this.state()?.network ?? noEmulation;
    if (settings === this.#settings) return;
    this.#settings = settings;
    for (const peer of this.hub.peers()) this.opened(peer);
  }

  opened(peer: MemberId): void {
    const link = this.hub.link(peer);
    const profile = profileBetween(this.#settings, this.self, peer);
    if (!link || isSameProfile(this.#profiles.get(link), profile)) return;
    link.emulate(profile);
    if (profile) this.#profiles.set(link, profile);
    else this.#profiles.delete(link);
  }
}
