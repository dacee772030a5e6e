// A replica in a room: signalling and connections on the main thread, everything else in its Worker. It begins the
// ring when it brings a configuration and nobody in the room is in one; otherwise it waits to be admitted.
import { realClock } from '../../base/clock';
import type { FlightFields } from '../../base/flight-recorder';
import type { RtcImplementation } from '../../net/wires/peer-connection';
import { relayKeys } from '../../net/relay/relay-key';
import { roomKeyFromText } from '../../net/room/room-key';
import { connectSignalling, type JoinErrorCode, type Signalling } from '../../net/signalling/signalling';
import { hostKeysFromToken } from '../../net/room/signed-command';
import type { Roster } from '../../net/signalling/signalling-roster';
import type { Command, ReplicaEvent, ReplicaHandle, RoomTicket, RunConfig } from '../protocol';
import { entryErrorOf } from './entry-error';
import { ReplicaWorker, type ReplicaThread } from '../worker/replica-worker';
import { progressOf } from './ring-progress';
import { RoomConnections } from './room-connections';

export interface RoomReplicaOptions {
  readonly url: string;
  readonly ticket: RoomTicket;
  readonly name: string;
  /** Brought by the creator: the room's first run. */
  readonly config: RunConfig | undefined;
  readonly useCpu: boolean;
  /** 16 hex digits: of a replica that was removed, which comes as the one it was (H6); else a fresh one is drawn. */
  readonly memberId?: string | undefined;
  readonly facts: string;
  readonly iceServers: () => Promise<readonly RTCIceServer[]>;
  /** Where there is no page: WebRTC, and what stands in for the Worker. */
  readonly headless?: { readonly rtc: RtcImplementation; readonly start: () => ReplicaThread };
}

/** How long members that the server still lists, but nobody can reach, keep a configuration from beginning anew. */
const ghostMs = 6_000;

export class RoomReplica implements ReplicaHandle {
  readonly #options: RoomReplicaOptions;
  readonly #worker: ReplicaWorker;
  readonly #signalling: Signalling;
  #connections: RoomConnections | undefined;
  #isEnded = false;
  #inRing = false;
  #turnServers: readonly RTCIceServer[] = [];
  #cancelGhostCheck = (): void => undefined;
  readonly #onPageHide = (event: PageTransitionEvent): void => {
    if (!event.persisted) this.#sendGoodbye();
  };

  constructor(options: RoomReplicaOptions) {
    this.#options = options;
    const { url, ticket, name, useCpu, facts, headless } = options;
    const self = options.memberId ?? randomHex(8);
    const onSaid: ConstructorParameters<typeof ReplicaWorker>[2] = (said) => {
      switch (said.kind) {
        case 'link-closed':
          return this.#connections?.linkClosed(said.peer, said.call);
        case 'ring':
          this.#inRing = said.members.length > 0;
          return this.#signalling.updateStatus({ inRing: this.#inRing });
        case 'links':
          return this.#connections?.want(said.wanted);
        case 'signal':
          return this.#signalling.receive(said.signal);
        default:
          said satisfies never;
      }
    };
    this.#worker = new ReplicaWorker(self, ticket.hostToken !== undefined, onSaid, headless?.start);
    this.#worker.enter({ kind: 'connecting', waitingFor: ['the room server'], sinceMs: realClock.now() });
    this.#signalling = connectSignalling({
      url,
      ticket,
      memberId: self,
      name,
      role: useCpu ? 'cpu-trainer' : 'trainer',
      facts,
      clock: realClock,
      passOn: (signal) => this.#worker.post({ kind: 'signal', signal }),
    });
    this.#worker.subscribe((event) => {
      if (event.kind !== 'snapshot') return;
      // Terminal: this page is no longer somebody in the room, nor will it become one by itself.
      if (event.snapshot.phase.kind === 'failed') return void this.#signalling.leave();
      const progress = progressOf(event.snapshot);
      if (progress !== 'as before') this.#signalling.reportProgress(progress);
    });
    this.#signalling.on('turn', (servers) => (this.#turnServers = servers as readonly RTCIceServer[]));
    this.#signalling.on('packet', ({ from, packet, taken }) => {
      this.#connections?.packet(from, packet);
      taken();
    });
    this.#signalling.on('fault', ({ code, message, peer }) => {
      this.#worker.flight.note('signalling fault', { code, message, peer });
      if (code === 'bad-mac' || code === 'replayed') this.#warn(message);
    });
    this.#signalling.on('connection', (connection) => {
      const why = 'why' in connection ? connection.why : undefined;
      this.#worker.flight.note('room server', { connection: connection.kind, why });
      if (connection.kind === 'offline')
        this.#warn(`The room server is away: ${connection.why}. Members who are linked do not need it.`);
    });
    if (!headless) addEventListener('pagehide', this.#onPageHide);
    void this.#join();
  }

  subscribe(listener: (event: ReplicaEvent) => void): () => void {
    return this.#worker.subscribe(listener);
  }

  send(command: Command): void {
    if (command.kind === 'leave') void this.#signalling.leave();
    this.#worker.send(command);
  }

  destroy(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    if (!this.#options.headless) removeEventListener('pagehide', this.#onPageHide);
    this.#sendGoodbye();
    this.#worker.destroy();
  }

  async #join(): Promise<void> {
    const iceServers = await this.#options.iceServers();
    const joined = await this.#signalling.joined;
    if (this.#isEnded) return;
    if (!joined.ok) {
      const { code, message } = joined.error;
      // Told to leave, or failed, before it had joined; the Worker never began.
      if (code !== 'closed') return this.#failed(code, message);
      if (this.#worker.snapshot.phase.kind !== 'failed') this.#worker.enter({ kind: 'left' });
      return;
    }
    const { ticket, name, useCpu } = this.#options;
    const { hostPublicKey, code } = joined.value;
    if (ticket.hostToken && hostKeysFromToken(ticket.hostToken)?.hostPublicKey !== hostPublicKey)
      return this.#failed('wrong-key', 'the host rights kept on this device are not of this room');
    this.#connections = new RoomConnections({
      self: this.#worker.self,
      clock: realClock,
      iceServers: () => [...iceServers, ...this.#turnServers],
      rtc: this.#options.headless?.rtc,
      signal: (to, data) => {
        this.#worker.flight.routine('signal sent', { to, ...signalFields(data) });
        this.#signalling.signal(to, data);
      },
      note: (kind, fields) => this.#worker.flight.note(kind, fields),
      canRelay: (to) => this.#signalling.canRelay(to),
      relay: (to, packet) => this.#signalling.relay(to, packet),
      relayKeys: (caller, answerer) => {
        const key = this.#signalling.key && roomKeyFromText(this.#signalling.key);
        return key ? relayKeys(key, code, caller, answerer, this.#worker.self) : undefined;
      },
      onLink: (line, call, handover, transfer) =>
        this.#worker.post({ kind: 'link', peer: line.id, name: line.name, call, handover }, transfer),
      onRelay: (line, call, handover) =>
        this.#worker.post({ kind: 'relay', peer: line.id, name: line.name, call, ...handover }, [
          handover.port,
        ]),
      onTrouble: (text) => this.#warn(text),
    });
    const [seed] = crypto.getRandomValues(new Uint32Array(1));
    const { self } = this.#worker;
    this.#worker.post({
      kind: 'begin',
      self,
      name,
      seed,
      code,
      hostPublicKey,
      hostToken: ticket.hostToken,
      useCpu,
    });
    this.#signalling.on('signal', ({ from, data }) => {
      this.#worker.flight.routine('signal received', { from, ...signalFields(data) });
      this.#connections?.signal(from, data);
    });
    this.#signalling.on('roster', (roster) => this.#meet(roster));
    this.#meet(joined.value);
  }

  #meet({ members }: Roster): void {
    const peers = members.map(({ memberId, name, isHost }) => ({ id: memberId, name, isHost }));
    this.#worker.flight.routine('roster', { members: peers.map(({ id, name }) => `${id} ${name}`) });
    this.#worker.post({ kind: 'roster', peers });
    this.#connections?.roster(peers.filter(({ id }) => id !== this.#worker.self));
    this.#cancelGhostCheck();
    const { config } = this.#options;
    if (!config || this.#inRing || this.#isEnded) return;
    // Of several tabs that bring the configuration (the host's), the first to arrive begins.
    const first = members.find(({ isHost }) => isHost);
    if (first && !first.isSelf) return;
    if (!members.some(({ inRing, isSelf }) => inRing && !isSelf))
      this.#worker.post({ kind: 'found', config });
    else
      this.#cancelGhostCheck = realClock.after(ghostMs, () => {
        const isAlone = this.#worker.snapshot.peers.every(
          ({ isSelf, state }) => isSelf || state === 'connecting',
        );
        if (!this.#inRing && isAlone) this.#worker.post({ kind: 'found', config });
      });
  }

  #failed(code: Exclude<JoinErrorCode, 'closed'>, message: string): void {
    this.#worker.flight.note('not joined', { code, message });
    this.#worker.enter({ kind: 'failed', error: { code: entryErrorOf(code), message } });
  }

  #warn(text: string): void {
    this.#worker.flight.note('notice', { level: 'warning', text });
    this.#worker.emit({ kind: 'notice', notice: { atMs: Date.now(), level: 'warning', text } });
  }

  /** The members hear it at once instead of by silence. */
  #sendGoodbye(): void {
    this.#cancelGhostCheck();
    this.#worker.send({ kind: 'leave' });
    void this.#signalling.leave();
    this.#connections?.close();
  }
}

/** What sort of signal it is. Its contents hold addresses and keys: they are not for the record. */
function signalFields(data: unknown): FlightFields {
  if (typeof data !== 'object' || data === null) return { signal: typeof data };
  const { kind, call, signal } = data as Record<string, unknown>;
  const type =
    typeof signal === 'object' && signal !== null ? (signal as { type?: unknown }).type : undefined;
  return { signal: word(kind), type: word(type), call: typeof call === 'number' ? call : undefined };
}

/** A name of ours, or nothing. */
function word(value: unknown): string | undefined {
  return typeof value === 'string' && /^[a-z-]{1,20}$/.test(value) ? value : undefined;
}

function randomHex(bytes: number): string {
  return [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((b) => b.toString(16).padStart(2, '0'))
    .join('');
}
