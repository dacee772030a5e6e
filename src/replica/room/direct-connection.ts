// The direct connection to one peer by WebRTC. At most one exists: a newer call replaces it.
import { logged, type Saying } from '../../base/sayings';
import { packHandover } from '../../net/wires/channel-handover';
import { PeerConnection } from '../../net/wires/peer-connection';
import type { ConnectorDeps } from './connector-deps';

export interface DirectEvents {
  readonly onOpen: () => void;
  /** The current call failed, or its connection closed. */
  readonly onClosed: (why: Saying) => void;
}

export class DirectConnection {
  #call = 0;
  #connection: PeerConnection | undefined;
  #isOpen = false;

  constructor(
    private readonly peer: string,
    private readonly deps: ConnectorDeps,
    private readonly events: DirectEvents,
  ) {}

  /** The latest call; 0 before the first. */
  get call(): number {
    return this.#call;
  }

  /** Open or opening. */
  get isActive(): boolean {
    return this.#connection !== undefined;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  begin(call: number, peerName: string): void {
    const { self, clock, rtc, room, log, handOver } = this.deps;
    const peer = this.peer;
    const replaced = this.#connection;
    this.#connection = undefined;
    this.#isOpen = false;
    this.#call = call;
    replaced?.close();
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
    this.#connection = connection;
    log.note('connection begun', { peer, call, isCaller: connection.isInitiator });
    void connection.connected.then((isConnected) => {
      if (!isConnected) return;
      log.note('connection open', { peer, call });
      if (this.#connection !== connection) return;
      this.#isOpen = true;
      this.events.onOpen();
    });
    void connection.closed.then(({ code, why }) => {
      log.note('connection closed', { peer, call, code, message: logged(why) });
      if (this.#connection !== connection) return;
      this.#connection = undefined;
      this.#isOpen = false;
      this.events.onClosed(why);
    });
  }

  /** A signal of simple-peer for the current call. */
  receive(signal: unknown): void {
    const received = this.#connection?.signal(signal);
    if (received && !received.ok && received.error.code === 'bad-signal')
      this.deps.log.warn(received.error.says);
  }

  close(): void {
    this.#connection?.close();
  }
}
