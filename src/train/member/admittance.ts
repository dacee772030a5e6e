// Who may be here, as far as this replica knows: whom the door of the room lets in (H14), and to whom what the ring holds
// is given (J8).
import type { MemberId } from '../../membership/view';
import type { Replica } from '../participation/replica';
import type { MembershipDriver } from '../peers/membership-driver';
import type { Passes } from '../peers/passes';
import { mayEnter } from '../run/room-state';
import type { Kicks } from './kicks';

export interface AdmittanceSources {
  readonly membership: Pick<MembershipDriver, 'view'>;
  readonly replica: Pick<Replica, 'known'>;
  readonly passes: Pick<Passes, 'of'>;
  readonly kicks: Pick<Kicks, 'has'>;
}

export class Admittance {
  constructor(readonly sources: AdmittanceSources) {}

  /** H14: as far as this replica knows, its door does not shut that one out. */
  mayEnter(replica: MemberId): boolean {
    return mayEnter(this.sources.replica.known?.room, () => this.sources.passes.of(replica));
  }

  /** It is in the ring, or may enter. */
  isWelcome(replica: MemberId): boolean {
    return this.#isMember(replica) || this.mayEnter(replica);
  }

  /** It is in the view, and was not removed for good (J8): what the ring holds is given to no other. */
  mayHear(peer: MemberId): boolean {
    return this.#isMember(peer) && !this.sources.kicks.has(peer);
  }

  #isMember(peer: MemberId): boolean {
    return this.sources.membership.view?.members.includes(peer) === true;
  }
}
