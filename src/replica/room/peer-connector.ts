// One page's line to one peer: a direct connection by simple-peer, tried again when it breaks; and when none has
// opened within seconds, a relayed link through the room server (L14), until a direct one opens after all. The smaller
// id calls and offers; numbers rise, so that signals of an earlier call cannot disturb a later one. The Worker holds
// the links: it takes over to a newer one by itself (L15).
import * as v from 'valibot';
import type { Clock } from '../../base/clock';
import type { FlightFields } from '../../base/flight-recorder';
import type { Result } from '../../base/result';
import { packHandover, type ChannelHandover } from '../../net/wires/channel-handover';
import { PeerConnection, type RtcImplementation } from '../../net/wires/peer-connection';
import { relaySaltBytes, type RelayKeys, type RelayParty } from '../../net/relay/relay-key';
import { pumpRelay, type RelayPump } from '../../net/relay/relay-pump';
import { toBase64Url } from '../../net/room/room-key';
import { secureRandom } from '../../base/random-bytes';

export interface RelayHandover {
  readonly port: MessagePort;
  readonly keys: RelayKeys;
  readonly isCaller: boolean;
}

export interface PeerConnectorDeps {
  readonly self: string;
  readonly clock: Clock;
  /** Of Node, where the links stay in this thread; a page has its own, and hands channels to its Worker. */
  readonly rtc: RtcImplementation | undefined;
  readonly iceServers: () => readonly RTCIceServer[];
  readonly signal: (to: string, data: unknown) => void;
  /** Is the server there, and the peer at the server? */
  readonly canRelay: (to: string) => boolean;
  /** Resolves when the peer's page has the packet. */
  readonly relay: (to: string, packet: Uint8Array) => Promise<Result<unknown, string>>;
  readonly relayKeys: (caller: RelayParty, answerer: RelayParty) => RelayKeys | undefined;
  readonly onLink: (
    line: PeerConnector,
    call: number,
    handover: ChannelHandover,
    transfer: Transferable[],
  ) => void;
  readonly onRelay: (line: PeerConnector, call: number, handover: RelayHandover) => void;
  /** Nothing is open or wanted any more. */
  readonly onIdle: (line: PeerConnector) => void;
  readonly onTrouble: (text: string) => void;
  /** For the flight recorder. */
  readonly note: (kind: string, fields: FlightFields) => void;
}

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const salt = v.pipe(v.string(), v.length(Math.ceil((relaySaltBytes * 4) / 3)), v.regex(/^[A-Za-z0-9_-]*$/));
const envelope = v.variant('kind', [
  /** A signal of simple-peer, in call `call`. */
  v.object({ kind: v.literal('signal'), call: v.pipe(number, v.minValue(1)), signal: v.unknown() }),
  /** From the one that may not call: please do. `call` is the last one it knows. */
  v.object({ kind: v.literal('call-me'), call: number }),
  /** From the caller: no direct connection opens. */
  v.object({ kind: v.literal('relay-offer'), call: number, salt }),
  v.object({ kind: v.literal('relay-answer'), call: number, salt }),
]);

/** A caller that does not call for so long is asked to: it may not know that it should. */
const firstCallMs = 700;
const expectCallMs = 3_000;
const retryMs = [500, 1_000, 2_000, 4_000, 8_000];
/** With a relayed link in use. */
const relayedRetryMs = [30_000, 60_000];
/** Half of the 8 s in which a link must be open; a direct one that opens at all has by then. */
const relayAfterMs = 4_000;
const offerAgainMs = 3_000;

export class PeerConnector {
  #isWanted = false;
  #call = 0;
  #number = 0;
  #connection: PeerConnection | undefined;
  #isDirect = false;
  #failures = 0;
  #relay: { readonly call: number; readonly pump: RelayPump } | undefined;
  #offer: { readonly call: number; readonly salt: string } | undefined;
  #cancelRetry: (() => void) | undefined;
  #cancelRelay: (() => void) | undefined;
  #isOver = false;

  constructor(
    readonly id: string,
    public name: string,
    readonly host: PeerConnectorDeps,
  ) {}

  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** A connection is open or on its way. */
  get isActive(): boolean {
    return this.#connection !== undefined || this.#relay !== undefined;
  }

  /** Wanted lines keep trying; others live as long as their link. */
  want(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    if (!isWanted) this.#cancelTimers();
    else this.#begin();
    if (!isWanted && !this.isActive) this.host.onIdle(this);
  }

  /** An authenticated signal of this peer. */
  signal(data: unknown): void {
    const parsed = v.safeParse(envelope, data);
    if (!parsed.success) return this.host.onTrouble(`${this.name} sent a signal that is none`);
    const said = parsed.output;
    const { call } = said;
    switch (said.kind) {
      case 'call-me':
        // It crossed a call that has not opened yet: the answer comes after it. Of an open one the other knows no more:
        // it saw it fail while this page slept, which would see that only 15 s after it woke.
        if (this.#calls && (call >= this.#call || !this.#connection || this.#isDirect))
          this.#connect(this.#nextNumber());
        return;
      case 'relay-offer':
        return this.#answerRelay(call, said.salt);
      case 'relay-answer':
        return this.#takeRelayAnswer(call, said.salt);
      case 'signal':
        return this.#takeSignal(call, said.signal);
      default:
        said satisfies never;
    }
  }

  /** A packet of the relayed link. */
  packet(packet: Uint8Array): void {
    this.#relay?.pump.take(packet);
  }

  /** The Worker's link of this call has closed. A relayed one tells its pump by itself. */
  linkClosed(call: number): void {
    if (call === this.#call) this.#connection?.close();
  }

  close(): void {
    this.#isOver = true;
    this.#cancelTimers();
    this.#connection?.close();
    this.#relay?.pump.lose('the page closed the connection');
  }

  get #calls(): boolean {
    return this.host.self < this.id;
  }

  /** By the caller's clock: above those of a line that it has forgotten meanwhile. */
  #nextNumber(): number {
    return (this.#number = Math.max(this.#number + 1, Math.ceil(this.host.clock.now())));
  }

  /** The other may have called, or asked to be called, before this line was wanted. */
  #begin(): void {
    if (this.#isDirect) return;
    if (!this.#connection && this.#calls) this.#connect(this.#nextNumber());
    else if (!this.#connection) this.#expectCall(firstCallMs);
    this.#armRelay(relayAfterMs);
  }

  // ── Direct ────────────────────────────────────────────────────────────────────────────────────────────────

  #takeSignal(call: number, signal: unknown): void {
    if (call < this.#call || (this.#calls && call !== this.#call)) return;
    if (!this.#calls && call > this.#call) this.#connect(call);
    const taken = this.#connection?.signal(signal);
    if (taken && !taken.ok && taken.error.code === 'bad-signal') this.host.onTrouble(taken.error.message);
  }

  #connect(call: number): void {
    const { self, clock, rtc, iceServers, signal, onLink, note } = this.host;
    const { id, name } = this;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    const old = this.#connection;
    this.#connection = undefined;
    this.#isDirect = false;
    this.#call = call;
    old?.close();
    const connection: PeerConnection = new PeerConnection({
      self,
      peer: id,
      peerName: name,
      clock,
      iceServers: iceServers(),
      ...(rtc && { rtc }),
      onChannels: (channels) => {
        const { handover, transfer } = packHandover(channels, clock, rtc && 'channels');
        onLink(this, call, handover, transfer);
      },
      onSignal: (data) => signal(id, { kind: 'signal', call, signal: data }),
    });
    this.#connection = connection;
    note('connection begun', { peer: id, call, isCaller: connection.isInitiator });
    void connection.connected.then((isConnected) => {
      if (!isConnected) return;
      note('connection open', { peer: id, call });
      this.#failures = 0;
      if (this.#connection !== connection) return;
      this.#isDirect = true;
      this.#disarmRelay();
    });
    void connection.closed.then(({ code, message }) => {
      note('connection closed', { peer: id, call, code, message });
      if (this.#connection !== connection) return;
      this.#connection = undefined;
      this.#isDirect = false;
      this.#tryLater(message);
    });
  }

  #tryLater(why: string): void {
    if (this.#isOver) return;
    if (!this.#isWanted) {
      if (!this.isActive) this.host.onIdle(this);
      return;
    }
    const waits = this.#relay ? relayedRetryMs : retryMs;
    const waitMs = waits[Math.min(this.#failures++, waits.length - 1)];
    if (this.#failures === 2 && !this.#relay)
      this.host.onTrouble(`no connection to ${this.name} yet: ${why}`);
    if (!this.#calls) this.#expectCall(waitMs + expectCallMs);
    else this.#cancelRetry = this.host.clock.after(waitMs, () => this.#connect(this.#nextNumber()));
    if (!this.#relay) this.#armRelay(relayAfterMs);
  }

  /** With a relayed link the caller tries by itself. */
  #expectCall(withinMs: number): void {
    this.#cancelRetry?.();
    this.#cancelRetry = this.host.clock.after(withinMs, () => {
      if (this.isActive) return;
      this.host.signal(this.id, { kind: 'call-me', call: this.#call });
      this.#expectCall(2 * expectCallMs);
    });
  }

  // ── Relayed ───────────────────────────────────────────────────────────────────────────────────────────────

  /** Counts from when the line began to want a link, whatever is tried meanwhile. */
  #armRelay(afterMs: number): void {
    if (this.#calls) this.#cancelRelay ??= this.host.clock.after(afterMs, () => this.#offerRelay());
  }

  #disarmRelay(): void {
    this.#cancelRelay?.();
    this.#cancelRelay = undefined;
    this.#offer = undefined;
  }

  #offerRelay(): void {
    this.#cancelRelay = undefined;
    if (this.#isDirect || this.#relay || !this.#isWanted || this.#isOver) return;
    this.#armRelay(offerAgainMs);
    if (!this.host.canRelay(this.id)) return;
    this.#offer = { call: this.#nextNumber(), salt: newSalt() };
    this.host.signal(this.id, { kind: 'relay-offer', ...this.#offer });
  }

  #answerRelay(call: number, theirs: string): void {
    const { self, signal } = this.host;
    if (this.#calls || this.#isDirect || (this.#relay && this.#relay.call >= call)) return;
    this.#relay?.pump.lose('called anew');
    const own = newSalt();
    const caller = { memberId: this.id, salt: theirs };
    if (this.#openRelay(call, caller, { memberId: self, salt: own }))
      signal(this.id, { kind: 'relay-answer', call, salt: own });
  }

  #takeRelayAnswer(call: number, theirs: string): void {
    if (this.#offer?.call !== call || this.#isDirect || this.#relay) return;
    const caller = { memberId: this.host.self, salt: this.#offer.salt };
    this.#disarmRelay();
    this.#openRelay(call, caller, { memberId: this.id, salt: theirs });
  }

  #openRelay(call: number, caller: RelayParty, answerer: RelayParty): boolean {
    const { host, id } = this;
    const keys = host.relayKeys(caller, answerer);
    if (!keys) return false;
    const { port1, port2 } = new MessageChannel();
    const pump = pumpRelay(
      port1,
      (packet) => host.relay(id, packet),
      () => this.#relayEnded(call),
    );
    this.#relay = { call, pump };
    this.#failures = 0;
    host.note('relay begun', { peer: id, call, isCaller: this.#calls });
    host.onRelay(this, call, { port: port2, keys, isCaller: this.#calls });
    return true;
  }

  #relayEnded(call: number): void {
    this.host.note('relay ended', { peer: this.id, call });
    if (this.#relay?.call !== call) return;
    this.#relay = undefined;
    if (this.#isOver || this.#isDirect) return;
    if (this.#connection) this.#armRelay(relayAfterMs);
    else {
      this.#cancelRetry?.();
      this.#tryLater('the relayed link ended');
    }
  }

  #cancelTimers(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#disarmRelay();
  }
}

function newSalt(): string {
  return toBase64Url(secureRandom(relaySaltBytes));
}
