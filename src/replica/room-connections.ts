// The page's connections to the others in its room, one per peer, by simple-peer: made when a peer appears, tried
// again when one breaks while the peer is still there, and handed to the Worker as channels. The smaller id calls;
// each call has a number of its own, so that signals of an earlier call cannot disturb a later one.
import * as v from 'valibot';
import type { Clock } from '../base/clock';
import type { FlightFields } from '../base/flight-recorder';
import { packHandover, type ChannelHandover } from '../net/channel-handover';
import { PeerConnection, type RtcImplementation } from '../net/peer-connection';

export interface RoomConnectionsOptions {
  readonly self: string;
  readonly clock: Clock;
  readonly iceServers: readonly RTCIceServer[];
  /** Of Node, where the links stay in this thread; a page has its own, and hands channels to its Worker. */
  readonly rtc: RtcImplementation | undefined;
  readonly signal: (to: string, data: unknown) => void;
  readonly onLink: (peer: string, name: string, handover: ChannelHandover, transfer: Transferable[]) => void;
  readonly onTrouble: (text: string) => void;
  /** For the flight recorder. */
  readonly note: (kind: string, fields: FlightFields) => void;
}

const envelope = v.variant('kind', [
  /** A signal of simple-peer, in call `call`. */
  v.object({
    kind: v.literal('signal'),
    call: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
    signal: v.unknown(),
  }),
  /** From the one that may not call: please do. */
  v.object({ kind: v.literal('call-me') }),
]);

interface Entry {
  name: string;
  call: number;
  connection: PeerConnection | undefined;
  failures: number;
  cancelRetry: () => void;
}

/** A caller that does not call for so long is asked to. */
const expectCallMs = 3_000;
const retryMs = [500, 1_000, 2_000, 4_000, 8_000];

export class RoomConnections {
  readonly #entries = new Map<string, Entry>();

  constructor(readonly options: RoomConnectionsOptions) {}

  /** The peers now in the room: new ones are connected; those that left the server's roster keep their links. */
  roster(peers: readonly { readonly id: string; readonly name: string }[]): void {
    for (const { id, name } of peers) {
      const known = this.#entries.get(id);
      if (known) known.name = name;
      else this.#meet(id, name);
    }
    const present = new Set(peers.map(({ id }) => id));
    for (const [id, entry] of this.#entries)
      if (!present.has(id) && !entry.connection) {
        entry.cancelRetry();
        this.#entries.delete(id);
      }
  }

  /** An authenticated signal from a peer in the room. */
  signal(from: string, data: unknown): void {
    const parsed = v.safeParse(envelope, data);
    const entry = this.#entries.get(from) ?? this.#meet(from, from.slice(0, 6));
    if (!parsed.success) return this.options.onTrouble(`${entry.name} sent a signal that is none`);
    if (parsed.output.kind === 'call-me') {
      if (this.#calls(from)) this.#connect(from, entry, entry.call + 1);
      return;
    }
    const { call, signal } = parsed.output;
    if (call < entry.call || (this.#calls(from) && call !== entry.call)) return;
    if (!this.#calls(from) && (call > entry.call || !entry.connection)) this.#connect(from, entry, call);
    const taken = entry.connection?.signal(signal);
    if (taken && !taken.ok && taken.error.code === 'bad-signal') this.options.onTrouble(taken.error.message);
  }

  /** The link in the Worker has closed. */
  linkClosed(peer: string): void {
    this.#entries.get(peer)?.connection?.close();
  }

  close(): void {
    for (const entry of this.#entries.values()) {
      entry.cancelRetry();
      entry.connection?.close();
    }
    this.#entries.clear();
  }

  #calls(peer: string): boolean {
    return this.options.self < peer;
  }

  #meet(id: string, name: string): Entry {
    const entry: Entry = { name, call: 0, connection: undefined, failures: 0, cancelRetry: () => undefined };
    this.#entries.set(id, entry);
    // A call number above those of an earlier page under these ids is not needed: a reloaded page has a new id.
    if (this.#calls(id)) this.#connect(id, entry, 1);
    else this.#expectCall(id, entry, expectCallMs);
    return entry;
  }

  #connect(id: string, entry: Entry, call: number): void {
    const { self, clock, iceServers, rtc } = this.options;
    entry.cancelRetry();
    const old = entry.connection;
    entry.connection = undefined;
    entry.call = call;
    old?.close();
    const connection: PeerConnection = new PeerConnection({
      self,
      peer: id,
      peerName: entry.name,
      clock,
      iceServers,
      ...(rtc && { rtc }),
      onChannels: (channels) => {
        const { handover, transfer } = packHandover(channels, clock, rtc && 'channels');
        this.options.onLink(id, entry.name, handover, transfer);
      },
      onSignal: (signal) => this.options.signal(id, { kind: 'signal', call, signal }),
    });
    entry.connection = connection;
    this.options.note('connection begun', { peer: id, call, isCaller: connection.isInitiator });
    void connection.connected.then((isConnected) => {
      if (isConnected) this.options.note('connection open', { peer: id, call });
      if (isConnected) entry.failures = 0;
    });
    void connection.closed.then(({ code, message }) => {
      this.options.note('connection closed', { peer: id, call, code, message });
      if (entry.connection !== connection || this.#entries.get(id) !== entry) return;
      entry.connection = undefined;
      const waitMs = retryMs[Math.min(entry.failures++, retryMs.length - 1)];
      if (entry.failures === 2) this.options.onTrouble(`no connection to ${entry.name} yet: ${message}`);
      if (this.#calls(id)) entry.cancelRetry = clock.after(waitMs, () => this.#connect(id, entry, call + 1));
      else this.#expectCall(id, entry, waitMs + expectCallMs);
    });
  }

  #expectCall(id: string, entry: Entry, withinMs: number): void {
    entry.cancelRetry = this.options.clock.after(withinMs, () => {
      if (entry.connection || this.#entries.get(id) !== entry) return;
      this.options.signal(id, { kind: 'call-me' });
      this.#expectCall(id, entry, 2 * expectCallMs);
    });
  }
}
