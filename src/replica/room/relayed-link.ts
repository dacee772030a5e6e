// The relayed link to one peer (L14): packets through the room server, sealed with keys from the salts of both ends.
// The caller offers it, the peer answers. At most one exists: a newer call replaces it.
import { secureRandom } from '../../base/random-bytes';
import { relaySaltBytes, type RelayParty } from '../../net/relay/relay-key';
import { pumpRelay, type RelayPump } from '../../net/relay/relay-pump';
import { toBase64Url } from '../../net/room/room-key';
import type { ConnectorDeps } from './connector-deps';

export interface RelayedEvents {
  readonly onOpen: () => void;
  readonly onEnded: () => void;
}

export class RelayedLink {
  #link: { readonly call: number; readonly pump: RelayPump } | undefined;
  #offer: { readonly call: number; readonly salt: string } | undefined;

  constructor(
    private readonly peer: string,
    private readonly deps: ConnectorDeps,
    private readonly events: RelayedEvents,
  ) {}

  get isOpen(): boolean {
    return this.#link !== undefined;
  }

  offer(call: number): void {
    this.#offer = { call, salt: newSalt() };
    this.deps.room.signal(this.peer, { kind: 'relay-offer', ...this.#offer });
  }

  withdrawOffer(): void {
    this.#offer = undefined;
  }

  /** The peer's offer. Only a newer call than the open one's replaces it. */
  answer(call: number, offeredSalt: string, peerName: string): void {
    if (this.#link && this.#link.call >= call) return;
    this.#link?.pump.lose('called again');
    const salt = newSalt();
    const caller = { memberId: this.peer, salt: offeredSalt };
    const answerer = { memberId: this.deps.self, salt };
    if (this.#open(call, caller, answerer, peerName))
      this.deps.room.signal(this.peer, { kind: 'relay-answer', call, salt });
  }

  /** The peer's answer; false when it answers no standing offer. */
  receiveAnswer(call: number, answeredSalt: string, peerName: string): boolean {
    if (this.#offer?.call !== call || this.#link) return false;
    const caller = { memberId: this.deps.self, salt: this.#offer.salt };
    this.#offer = undefined;
    this.#open(call, caller, { memberId: this.peer, salt: answeredSalt }, peerName);
    return true;
  }

  receivePacket(packet: Uint8Array): void {
    this.#link?.pump.take(packet);
  }

  close(why: string): void {
    this.#link?.pump.lose(why);
  }

  /** False without the room key. */
  #open(call: number, caller: RelayParty, answerer: RelayParty, peerName: string): boolean {
    const { self, room, log, handOver } = this.deps;
    const peer = this.peer;
    const keys = room.relayKeys(caller, answerer);
    if (!keys) return false;
    const isCaller = caller.memberId === self;
    const { port1, port2 } = new MessageChannel();
    const pump = pumpRelay(
      port1,
      (packet) => room.relay(peer, packet),
      () => this.#ended(call),
    );
    this.#link = { call, pump };
    this.events.onOpen();
    log.note('relay begun', { peer, call, isCaller });
    handOver({ kind: 'relay', peer, name: peerName, call, port: port2, keys, isCaller }, [port2]);
    return true;
  }

  #ended(call: number): void {
    this.deps.log.note('relay ended', { peer: this.peer, call });
    if (this.#link?.call !== call) return;
    this.#link = undefined;
    this.events.onEnded();
  }
}

function newSalt(): string {
  return toBase64Url(secureRandom(relaySaltBytes));
}
