// The members of the room at its server, as far as they concern this replica: with whom it wants links, and whether its
// host is there.
import { newRoom, type RoomDocument } from '../../room/room-document';
import type { RingMember } from '../../train/member/ring-member';
import type { RoomState } from '../../train/run/room-state';
import type { Snapshot } from '../protocol';
import { HostWatch } from './host-watch';
import type { Hosting } from './hosting';
import { SeatWatch } from './seat-watch';
import type { RoomPeer } from './worker-messages';

export class RoomRoster {
  #peers: readonly RoomPeer[] = [];
  #observers = 0;
  #seenRoom: RoomState | undefined;
  #seenDocument: RoomDocument = newRoom;
  readonly #hostWatch = new HostWatch();
  readonly #seatWatch = new SeatWatch();

  constructor(
    readonly member: RingMember,
    readonly hosting: Hosting,
  ) {}

  get peers(): readonly RoomPeer[] {
    return this.#peers;
  }

  /** How many watch. */
  get observers(): number {
    return this.#observers;
  }

  take(peers: readonly RoomPeer[], observers: number): void {
    this.#peers = peers;
    this.#observers = observers;
    for (const { id, pass } of peers) this.member.passes.note(id, pass);
    this.member.names.room(peers);
    this.#wantLinks();
  }

  /** The state of the member has changed. */
  look(): void {
    const { state, board } = this.member;
    if (state?.room !== this.#seenRoom || board.document !== this.#seenDocument) this.#wantLinks();
  }

  /** Links are wanted with those that hold the key and whom the door does not shut out (H14). */
  #wantLinks(): void {
    const { member } = this;
    this.#seenRoom = member.state?.room;
    this.#seenDocument = member.board.document;
    const welcome = this.#peers.filter(
      ({ id, hasKey, isHost }) => hasKey && (isHost || member.admittance.isWelcome(id)),
    );
    member.linkPolicy.room(welcome.map(({ id }) => id));
  }

  host(nowMs: number): Snapshot['host'] {
    const { isHost } = this.hosting;
    return this.#hostWatch.look({ isHost, roster: this.#peers, present: this.#present, nowMs });
  }

  /** Devices that hold seats and are no guests of this host. */
  strangers(nowMs: number): readonly string[] {
    const { isHost } = this.hosting;
    const { self } = this.member.options;
    return this.#seatWatch.look({ isHost, self, roster: this.#peers, present: this.#present, nowMs });
  }

  /** Members of the view, and peers that are linked. */
  get #present(): ReadonlySet<string> {
    const { membership, hub } = this.member;
    return new Set([...(membership.view?.members ?? []), ...hub.peers()]);
  }
}
