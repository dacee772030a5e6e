// Who may be here, as far as this replica knows: whom the door of the room lets in (H14), and to whom what the ring holds
// is given (J8).
import type { MemberId } from '../../membership/view';
import type { Replica } from '../participation/replica';
import type { MembershipDriver } from '../peers/membership-driver';
import type { Passes } from '../peers/passes';
import type { RoomBoard } from '../../room/room-board';
import { mayEnter } from '../../room/room-door';
import type { Kicks } from './kicks';

export interface AdmittanceSources {
  readonly membership: Pick<MembershipDriver, 'view'>;
  readonly replica: Pick<Replica, 'known'>;
  readonly passes: Pick<Passes, 'of' | 'provesHosting'>;
  readonly board: Pick<RoomBoard, 'document'>;
  /** The creator's. */
  readonly hostPublicKey: string;
  readonly kicks: Pick<Kicks, 'has'>;
}

export class Admittance {
  constructor(readonly sources: AdmittanceSources) {}

  /** H14, H14c: as far as this replica knows, its door does not shut that one out. */
  mayEnter(replica: MemberId): boolean {
    const { board, passes, replica: own, hostPublicKey } = this.sources;
    const isLetIn = mayEnter(board.document, () => passes.of(replica));
    return isLetIn || passes.provesHosting(replica, own.known?.room?.host ?? hostPublicKey);
  }

  /** It is in the ring, or may enter: others hear nothing of the host's data (H14b). */
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
