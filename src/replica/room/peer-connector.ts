// Decides when this page opens which link to one peer. It opens a direct connection and tries again when that breaks.
// When none has opened within seconds, it opens a relayed link through the room server until a direct one opens (L14).
// The member with the smaller id calls. Call numbers rise, so a signal of an earlier call cannot disturb a later one.
// The Worker owns the links: it moves to a newer one by itself (L15).
import { say, type Saying } from '../../base/sayings';
import * as v from 'valibot';
import { type ConnectorDeps, connectorSignalSchema } from './connector-deps';
import { DirectConnection } from './direct-connection';
import { RelayedLink } from './relayed-link';

/** The answerer asks for a call after this time: the caller may not know that it should call. */
const firstCallMs = 700;
const expectCallMs = 3_000;
const retryMs = [500, 1_000, 2_000, 4_000, 8_000];
/** The times while a relayed link is in use. */
const relayedRetryMs = [30_000, 60_000];
/** Half of the 8 s in which a link must be open (L14c); a direct one that opens at all is open by then. */
const relayAfterMs = 4_000;
const offerAgainMs = 3_000;

export class PeerConnector {
  readonly #direct: DirectConnection;
  readonly #relayed: RelayedLink;
  #isWanted = false;
  #isClosed = false;
  #latestCall = 0;
  #failures = 0;
  #cancelRetry: (() => void) | undefined;
  #cancelOffer: (() => void) | undefined;

  /** `onIdle` runs when the connector is not wanted and has no link. */
  constructor(
    readonly peer: string,
    private name: string,
    private readonly deps: ConnectorDeps,
    private readonly onIdle: () => void,
  ) {
    this.#direct = new DirectConnection(peer, deps, {
      onOpen: () => {
        this.#failures = 0;
        this.#stopOffering();
      },
      onClosed: (why) => this.#tryLater(why),
    });
    this.#relayed = new RelayedLink(peer, deps, {
      onOpen: () => (this.#failures = 0),
      onEnded: () => this.#relayEnded(),
    });
  }

  rename(name: string): void {
    this.name = name;
  }

  get isWanted(): boolean {
    return this.#isWanted;
  }

  /** A link is open or opening. */
  get isActive(): boolean {
    return this.#direct.isActive || this.#relayed.isOpen;
  }

  /** A wanted connector keeps trying. Others end with their link. */
  want(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    if (!isWanted) this.#cancelTimers();
    else this.#begin();
    if (!isWanted && !this.isActive) this.onIdle();
  }

  /** The host may have changed how tabs of one browser are linked (L20e). An open link stays until the other is open. */
  async relink(): Promise<void> {
    const { onlyWebRtc, tabs } = this.deps;
    const isOther = (): boolean => this.#direct.isOpen && this.#direct.isByTab === onlyWebRtc();
    if (!this.#isCaller || !isOther() || !(await tabs?.isHere(this.peer))) return;
    if (isOther() && !this.#isClosed) this.#connect('any');
  }

  /** An authenticated signal of this peer. */
  receive(data: unknown): void {
    const parsed = v.safeParse(connectorSignalSchema, data);
    if (!parsed.success) return this.deps.log.warn(say('malformed-signal', { name: this.name }));
    const message = parsed.output;
    const { call } = message;
    switch (message.kind) {
      case 'call-me':
        return this.#receiveCallMe(call);
      case 'relay-offer':
        if (!this.#isCaller && !this.#direct.isOpen) this.#relayed.answer(call, message.salt, this.name);
        return;
      case 'relay-answer':
        if (!this.#direct.isOpen && this.#relayed.receiveAnswer(call, message.salt, this.name))
          this.#stopOffering();
        return;
      case 'signal':
        if (call < this.#direct.call || (this.#isCaller && call !== this.#direct.call)) return;
        if (!this.#isCaller && call > this.#direct.rtcCall) this.#connect('rtc', call);
        return this.#direct.receive(message.signal);
      case 'tab-call':
        // A page that can meet nobody waits for the call by WebRTC that follows.
        if (!this.#isCaller && call > this.#direct.call && this.deps.tabs) this.#connect('tab', call);
        return;
      default:
        message satisfies never;
    }
  }

  /** A packet of the relayed link. */
  receivePacket(packet: Uint8Array): void {
    this.#relayed.receivePacket(packet);
  }

  /** The Worker's link of this call has closed. A relayed link notifies its pump by itself. */
  linkClosed(call: number): void {
    if (call === this.#direct.call) this.#direct.close();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimers();
    this.#direct.close();
    this.#relayed.close('the page closed the connection');
  }

  get #isCaller(): boolean {
    return this.deps.self < this.peer;
  }

  /** The number comes from the caller's clock, so that numbers exceed those of an earlier connector for this peer. */
  #nextCall(): number {
    return (this.#latestCall = Math.max(this.#latestCall + 1, Math.ceil(this.deps.clock.now())));
  }

  /** The peer may have called, or asked for a call, before this connector was wanted. */
  #begin(): void {
    if (this.#direct.isOpen) return;
    if (!this.#direct.isActive && this.#isCaller) this.#connect('any');
    else if (!this.#direct.isActive) this.#expectCall(firstCallMs);
    this.#offerRelayAfter(relayAfterMs);
  }

  /** Not while a newer call is opening: the request crossed it, and the answer follows. An open connection of a newer
   *  call is replaced. The peer observed its failure while this page slept; this page would notice 15 s after it woke. */
  #receiveCallMe(call: number): void {
    const { isActive, isOpen, call: latest } = this.#direct;
    if (this.#isCaller && (call >= latest || !isActive || isOpen)) this.#connect('any');
  }

  /** `any`: as the caller. `rtc`, `tab`: as the peer that called. */
  #connect(how: 'any' | 'rtc' | 'tab', call = this.#nextCall()): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    if (how === 'any') this.#direct.begin(call, this.name);
    else if (how === 'rtc') this.#direct.beginRtc(call, this.name);
    else this.#direct.answerTab(call, this.name);
  }

  #tryLater(why: Saying): void {
    if (this.#isClosed) return;
    if (!this.#isWanted) {
      if (!this.isActive) this.onIdle();
      return;
    }
    const waits = this.#relayed.isOpen ? relayedRetryMs : retryMs;
    const waitMs = waits[Math.min(this.#failures++, waits.length - 1)];
    if (this.#failures === 2 && !this.#relayed.isOpen)
      this.deps.log.warn(say('no-connection-yet', { name: this.name, detail: why }));
    if (!this.#isCaller) this.#expectCall(waitMs + expectCallMs);
    else this.#cancelRetry = this.deps.clock.after(waitMs, () => this.#connect('any'));
    if (!this.#relayed.isOpen) this.#offerRelayAfter(relayAfterMs);
  }

  /** Asks for a call when none has come (L14d). While a relayed link is open, the caller tries by itself. */
  #expectCall(withinMs: number): void {
    this.#cancelRetry?.();
    this.#cancelRetry = this.deps.clock.after(withinMs, () => {
      if (this.isActive) return;
      this.deps.room.signal(this.peer, { kind: 'call-me', call: this.#direct.call });
      this.#expectCall(2 * expectCallMs);
    });
  }

  /** Counts from the moment a link was wanted, whatever is tried meanwhile. */
  #offerRelayAfter(ms: number): void {
    if (this.#isCaller) this.#cancelOffer ??= this.deps.clock.after(ms, () => this.#offerRelay());
  }

  #offerRelay(): void {
    this.#cancelOffer = undefined;
    if (this.#direct.isOpen || this.#relayed.isOpen || !this.#isWanted || this.#isClosed) return;
    this.#offerRelayAfter(offerAgainMs);
    if (this.deps.room.canRelay(this.peer)) this.#relayed.offer(this.#nextCall());
  }

  #stopOffering(): void {
    this.#cancelOffer?.();
    this.#cancelOffer = undefined;
    this.#relayed.withdrawOffer();
  }

  #relayEnded(): void {
    if (this.#isClosed || this.#direct.isOpen) return;
    if (this.#direct.isActive) this.#offerRelayAfter(relayAfterMs);
    else {
      this.#cancelRetry?.();
      this.#tryLater(say('relay-ended'));
    }
  }

  #cancelTimers(): void {
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#stopOffering();
  }
}
