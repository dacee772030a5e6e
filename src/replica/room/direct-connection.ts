// The direct connection to one peer: by a channel to another tab of this browser, or a socket to
// another replica in Node on this machine (L20), else by WebRTC. At most one
// exists: a newer call replaces it.
import { logged, say, type Saying } from '../../base/sayings';
import { discardHandover, packHandover } from '../../net/wires/channel-handover';
import { PeerConnection } from '../../net/wires/peer-connection';
import type { ConnectorDeps } from './connector-deps';

export interface DirectEvents {
  readonly onOpen: () => void;
  /** The current call failed, or its connection closed. */
  readonly onClosed: (why: Saying) => void;
}

/** A channel to another tab that ends before this is taken for broken (L20b). */
const soonMs = 5_000;
/** An open connection is kept for as long while another way is tried: its last frames are still read (L15). */
const lingerMs = 5_000;

/** What a call has led to so far. */
interface Attempt {
  close(): void;
}

export class DirectConnection {
  #call = 0;
  /** The latest call by WebRTC. */
  #rtcCall = 0;
  #attempt: Attempt | undefined;
  #rtc: PeerConnection | undefined;
  #isOpen = false;
  #isByTab = false;
  /** A channel to the other tab broke soon: the next call uses WebRTC. */
  #avoidsTabs = false;

  constructor(
    private readonly peer: string,
    private readonly deps: ConnectorDeps,
    private readonly events: DirectEvents,
  ) {}

  /** The latest call; 0 before the first. */
  get call(): number {
    return this.#call;
  }

  /** The latest call by WebRTC; 0 before the first. */
  get rtcCall(): number {
    return this.#rtcCall;
  }

  /** Open or opening. */
  get isActive(): boolean {
    return this.#attempt !== undefined;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Open, and within this browser. */
  get isByTab(): boolean {
    return this.#isByTab;
  }

  /** Calls the peer: through this browser where it is another tab of it, else by WebRTC. */
  begin(call: number, peerName: string): void {
    const { tabs, onlyWebRtc } = this.deps;
    if (!tabs || this.#avoidsTabs || onlyWebRtc()) return this.beginRtc(call, peerName);
    const attempt = this.#replace(call);
    void tabs.isHere(this.peer).then(async (isHere) => {
      if (this.#attempt !== attempt) return;
      if (isHere) {
        this.deps.room.signal(this.peer, { kind: 'tab-call', call });
        if (await this.#meet(attempt, peerName)) return;
      }
      if (this.#attempt === attempt) this.beginRtc(call, peerName);
    });
  }

  /** The peer says that it is a tab of this browser. Where it is none, WebRTC follows. */
  answerTab(call: number, peerName: string): void {
    const attempt = this.#replace(call);
    void this.deps.tabs?.isHere(this.peer).then(async (isHere) => {
      if (this.#attempt !== attempt || (isHere && (await this.#meet(attempt, peerName)))) return;
      // A call by WebRTC may have taken its place.
      if (this.#attempt === attempt) this.#end(attempt, say('connection-closed', { name: peerName }));
    });
  }

  beginRtc(call: number, peerName: string): void {
    const { self, clock, rtc, room, log, handOver } = this.deps;
    const peer = this.peer;
    this.#rtcCall = call;
    this.#avoidsTabs = false;
    const connection: PeerConnection = new PeerConnection({
      self,
      peer,
      peerName,
      clock,
      iceServers: rtc.iceServers(),
      ...(rtc.implementation && { rtc: rtc.implementation }),
      onChannels: (channels) => {
        const { handover, transfer } = packHandover(channels, clock, rtc.implementation && 'channels');
        handOver({ kind: 'link', peer, name: peerName, call, handover }, transfer);
      },
      onSignal: (signal) => room.signal(peer, { kind: 'signal', call, signal }),
    });
    this.#replace(call, connection);
    this.#rtc = connection;
    log.note('connection begun', { peer, call, isCaller: connection.isInitiator });
    void connection.connected.then((isConnected) => {
      if (!isConnected) return;
      log.note('connection open', { peer, call });
      this.#opened(connection);
    });
    void connection.closed.then(({ code, why }) => {
      log.note('connection closed', { peer, call, code, message: logged(why) });
      this.#end(connection, why);
    });
  }

  /** A signal of simple-peer for the current call. */
  receive(signal: unknown): void {
    const received = this.#rtc?.signal(signal);
    if (received && !received.ok && received.error.code === 'bad-signal')
      this.deps.log.warn(received.error.says);
  }

  close(): void {
    this.#attempt?.close();
  }

  /** False: the other tab did not come. */
  async #meet(attempt: Attempt, name: string): Promise<boolean> {
    const { self, clock, room, log, handOver, tabs } = this.deps;
    const [peer, call] = [this.peer, this.#call];
    const key = [room.code, ...[self, peer].toSorted(), call].join(' ');
    const met = await tabs?.meet({ key, peer, relayKeys: room.relayKeys });
    if (!met) return false;
    if (this.#attempt !== attempt) {
      discardHandover(met.handover);
      return true;
    }
    log.note('tabs met', { peer, call });
    handOver({ kind: 'link', peer, name, call, handover: met.handover }, met.transfer);
    const openedMs = clock.now();
    attempt.close = () => {
      this.#avoidsTabs = this.#attempt === attempt && clock.now() - openedMs < soonMs;
      log.note('connection closed', { peer, call });
      queueMicrotask(() => this.#end(attempt, say('connection-closed', { name })));
    };
    this.#isByTab = true;
    this.#opened(attempt);
    return true;
  }

  /** The attempt of this call takes the place of the one before. */
  #replace(call: number, attempt: Attempt = { close: () => this.#end(attempt, undefined) }): Attempt {
    const [replaced, wasOpen] = [this.#attempt, this.#isOpen];
    this.#attempt = attempt;
    this.#rtc = undefined;
    this.#isOpen = false;
    this.#isByTab = false;
    this.#call = call;
    if (wasOpen) this.deps.clock.after(lingerMs, () => replaced?.close());
    else replaced?.close();
    return attempt;
  }

  #opened(attempt: Attempt): void {
    if (this.#attempt !== attempt) return;
    this.#isOpen = true;
    this.events.onOpen();
  }

  #end(attempt: Attempt, why: Saying | undefined): void {
    if (this.#attempt !== attempt) return;
    this.#attempt = undefined;
    this.#rtc = undefined;
    this.#isOpen = false;
    this.#isByTab = false;
    if (why) this.events.onClosed(why);
  }
}
