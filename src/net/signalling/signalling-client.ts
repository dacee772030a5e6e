// The signalling client, for a page's main thread and for Node. It enters the room, checks what the server says about
// it, gets the key, and carries authenticated signals between members (R5–R10). After a loss it comes back under the
// same member id; links and the ring do not depend on it. A member missing from the roster has lost the server only.
import { logged, say, unexpected } from '../../base/sayings';
import { Emitter } from '../../base/emitter';
import { secureRandom } from '../../base/random-bytes';
import { fail, ok, type Result } from '../../base/result';
import { letInMs, type Door } from '../room/door';
import { memberIdOf } from '../room/member-secret';
import type { PassedSignal } from '../room/passed-signal';
import { markOf } from '../room/room-mark';
import { roomKeyFromText, roomKeyToText, signalMac } from '../room/room-key';
import { maxMessageBytes } from '../room/room-messages';
import type { Presence, RingProgress, RoomDescription, ServerMessage } from '../room/room-messages';
import { IncomingSignals } from './incoming-signals';
import { joinMessage } from './join-message';
import { sayingOfRefusal } from './refusal-saying';
import { RoomEntry, type Connection } from './room-entry';
import type { SignalWay } from './sequence-window';
import type { JoinErrorCode, Signalling, SignallingOptions } from './signalling';
import type { FaultCode, SignallingEvents } from './signalling-events';
import { ObserverLine } from './observer-line';
import { KeyDesk } from './key-desk';
import { KeySeeker, type KeyRoster } from './signalling-key';
import { Outbox, type Outgoing } from './signalling-outbox';
import { readPresence, type Roster } from './signalling-roster';
import type { AskCode } from './signalling-socket';
import { StatusReport, type ShownStatus } from './status-report';

const joinMs = 20_000;
const leaveMs = 1000;
/** Seats that a message frees. */
const mostFreed = 64;
/** The address has had too many credentials of a TURN server: the next try. */
const turnAgainMs = 30_000;
/** The rest of a signal's message, beside its data. */
const envelopeBytes = 512;

export function connectSignalling(options: SignallingOptions): Signalling {
  return new SignallingClient(options);
}

class SignallingClient implements Signalling {
  readonly memberId: string;
  readonly joined: Promise<Result<Roster, JoinErrorCode>>;
  readonly faults = new Map<FaultCode, number>();
  roster: Roster | undefined;
  readonly #events = new Emitter<SignallingEvents>();
  readonly #entry: RoomEntry;
  readonly #status: StatusReport;
  readonly #incoming: IncomingSignals;
  readonly #outbox: Outbox;
  readonly #seeker: KeySeeker;
  readonly #desk: KeyDesk;
  #cancelJoin = (): void => undefined;
  readonly #observers: ObserverLine;
  readonly #abort = new AbortController();
  #settleJoined!: (result: Result<Roster, JoinErrorCode>) => void;
  #key: Uint8Array | undefined;
  #description: RoomDescription | undefined;
  #waitsUntilMs: number | undefined;
  #host: string | undefined;
  #presence: Presence | undefined;
  #revision = -1; // of the presence last accepted on this connection
  #cancelTurn: (() => void) | undefined;

  constructor(private readonly options: SignallingOptions) {
    const { ticket, url, clock, random = secureRandom, abort } = options;
    const memberId = memberIdOf(options.memberSecret);
    this.memberId = memberId;
    this.#incoming = new IncomingSignals(ticket.code, memberId);
    this.#entry = new RoomEntry({
      url,
      code: ticket.code,
      clock,
      joinMessage: () =>
        joinMessage(options, {
          memberId,
          key: this.#key,
          description: this.#description,
          stamp: this.#presence?.stamp ?? ticket.stamp,
          shown: this.#status.shown,
        }),
      hasSeenRoom: () => this.#description !== undefined,
    });
    this.#status = new StatusReport(
      {
        clock,
        hasKey: () => this.#key !== undefined,
        isRegistered: () => this.#entry.isRegistered,
        send: async (status) => (await this.#entry.ask(status)).ok,
      },
      options.name,
    );
    this.#outbox = new Outbox(
      {
        clock,
        isReady: (to) => this.canRelay(to),
        send: (signal) => {
          const { to, sequence, data, mac } = this.#sign(signal);
          return this.#entry.ask({ kind: 'signal', to, sequence, data, mac });
        },
        passOn: (signal) => {
          if (!this.#key || !options.passOn) return false;
          options.passOn(this.#sign(signal));
          return true;
        },
        dropped: ({ to }, code, why) => this.#fault(code, why, to),
      },
      Math.floor(clock.epochMs()), // above the sequences of an earlier client under this memberId
    );
    this.#seeker = new KeySeeker({
      code: ticket.code,
      self: memberId,
      pass: options.pass,
      clock,
      random,
      abort: this.#abort.signal,
      room: () => ({ roster: this.roster!, description: this.#description! }),
      send: async (message) => (await this.#entry.ask(message)).ok,
      fault: (code, why, peer) => {
        if (!this.#entry.isClosed) this.#fault(code, why, peer);
      },
      waits: (hosts) => this.#waitForHost(hosts),
      turnedAway: (why) =>
        why === 'locked'
          ? this.#end('room-locked', 'the host locked this room')
          : this.#end('not-let-in', 'the host did not let this device in'),
    });
    this.#desk = new KeyDesk({
      code: ticket.code,
      self: memberId,
      random,
      key: () => this.#key,
      roster: () => this.roster,
      send: async (message) => (await this.#entry.ask(message)).ok,
      fault: (code, why, peer) => {
        if (!this.#entry.isClosed) this.#fault(code, why, peer);
      },
    });
    this.#observers = new ObserverLine({
      code: ticket.code,
      self: memberId,
      key: () => this.#key,
      random,
      send: async (picture) => this.#entry.isRegistered && (await this.#entry.ask(picture)).ok,
    });
    this.joined = new Promise((resolve) => {
      this.#settleJoined = (result) => {
        this.#cancelJoin();
        resolve(result);
      };
    });
    this.#joinWithin(joinMs);
    abort?.addEventListener('abort', () => this.close(), { signal: this.#abort.signal });
    this.#listen();

    this.#key = ticket.key === undefined ? undefined : roomKeyFromText(ticket.key);
    if (ticket.key !== undefined && !this.#key) this.#end('wrong-key', 'the link is not complete');
    else if (abort?.aborted) this.close();
    else void this.#entry.open();
  }

  get connection(): Connection {
    return this.#entry.connection;
  }

  get key(): string | undefined {
    return this.#key && roomKeyToText(this.#key);
  }

  on<K extends keyof SignallingEvents>(kind: K, listener: (event: SignallingEvents[K]) => void): () => void {
    return this.#events.on(kind, listener);
  }

  signal(to: string, data: unknown): void {
    const text = JSON.stringify(data) ?? 'null';
    if (new Blob([JSON.stringify(text)]).size > maxMessageBytes - envelopeBytes)
      this.#fault('too-large', 'a signal must fit in one message', to);
    else this.#outbox.add(to, text);
  }

  receive(signal: PassedSignal): void {
    if (signal.to === this.memberId && !this.#entry.isClosed) this.#receiveSignal(signal, 'members');
  }

  /** A member without the key could not tell our signals from forged ones. */
  canRelay(to: string): boolean {
    const target = this.roster?.members.find(({ memberId }) => memberId === to);
    return this.#entry.isRegistered && this.#key !== undefined && target?.hasKey === true;
  }

  relay(to: string, packet: Uint8Array): Promise<Result<unknown, string>> {
    return this.#entry.relay(to, packet);
  }

  setDoor(door: Door): void {
    this.#hostedBy(door.host);
    this.#desk.setDoor(door);
  }

  updateStatus(change: Partial<ShownStatus>): void {
    this.#status.show(change);
  }

  reportProgress(progress: RingProgress | undefined): void {
    if (this.roster?.isOpen && !this.#entry.isClosed) this.#status.reportProgress(progress);
  }

  showPicture(picture: unknown): Promise<boolean> {
    return this.#observers.show(picture);
  }

  freeSeats(members: readonly string[], observers: boolean): Promise<Result<unknown, AskCode>> {
    return this.#entry.ask({ kind: 'free', members: members.slice(0, mostFreed), observers });
  }

  async leave(): Promise<void> {
    this.#settleJoined(fail('closed', 'left on this side')); // whatever the server says meanwhile
    if (this.#entry.isRegistered) await this.#entry.ask({ kind: 'leave' }, leaveMs);
    this.close();
  }

  close(): void {
    this.#end('closed', 'closed on this side');
  }

  #listen(): void {
    const { events } = this.#entry;
    events.on('entered', (presence) => {
      this.#revision = -1;
      this.#status.entered();
      this.#acceptPresence(presence);
    });
    events.on('connection', (connection) => {
      this.#events.emit('connection', connection);
      if (connection.kind !== 'online') return;
      this.#outbox.flush();
      this.#askTurn();
      this.#status.joined();
    });
    events.on('refused', ({ code, why }) => this.#end(code, why));
    events.on('message', (message) => this.#receive(message));
    events.on('packet', (packet) => this.#events.emit('packet', packet));
    events.on('fault', ({ code, why }) => this.#fault(code, why));
  }

  #end(code: JoinErrorCode, why: string): void {
    if (this.#entry.isClosed) return;
    this.#cancelTurn?.();
    this.#outbox.close();
    this.#status.stop();
    this.#entry.close(why);
    this.#abort.abort(new Error(why));
    this.#settleJoined(fail(code, sayingOfRefusal(code, this.options.ticket.code, unexpected(why))));
  }

  #joinWithin(ms: number): void {
    this.#cancelJoin();
    this.#cancelJoin = this.options.clock.after(ms, () => this.#settleJoined(this.#whyNotJoined()));
  }

  #waitForHost(hosts: KeyRoster['members']): void {
    if (this.#waitsUntilMs === undefined) this.#joinWithin(letInMs);
    this.#waitsUntilMs ??= this.options.clock.epochMs() + letInMs;
    this.#events.emit('waiting', { hosts: hosts.map(({ name }) => name), untilEpochMs: this.#waitsUntilMs });
  }

  /** Who the host is follows from the ring's state, where this member knows it; else a member says it (R23). */
  #hostedBy(host: string | undefined): void {
    if (host === this.#host) return;
    this.#host = host;
    if (!this.#presence) return;
    this.#revision = -1;
    this.#acceptPresence(this.#presence);
  }

  /** Only a host's word counts. */
  #atDoor({ from, door }: Extract<ServerMessage, { kind: 'key-refusal' }>): void {
    const host = this.roster?.members.find(({ memberId, isHost }) => memberId === from && isHost);
    if (host) this.#events.emit('at-door', { door, host: host.name });
  }

  #whyNotJoined(): Result<Roster, JoinErrorCode> {
    if (this.#waitsUntilMs !== undefined)
      return fail('host-silent', say('host-did-not-answer', { minutes: letInMs / 60_000 }));
    if (this.roster) return fail('no-key-holder', 'nobody in the room could hand its key over yet');
    const { why = unexpected('the room server does not answer') } = this.connection as Partial<
      Connection & { kind: 'offline' }
    >;
    return fail('server-unreachable', why);
  }

  #receive(message: ServerMessage): void {
    switch (message.kind) {
      case 'presence':
        return this.#acceptPresence(message);
      case 'signal':
        return this.#receiveSignal(message, 'server');
      case 'key-request':
        return void this.#desk.asked(message.from, message);
      case 'key-refusal':
        if (this.#key) return this.#atDoor(message);
        this.#hostedBy(message.host ?? this.#host);
        return this.#seeker.receiveRefusal(message);
      case 'key-grant':
        return this.#seeker.receiveGrant(message);
      case 'turn':
        this.#cancelTurn?.();
        if (message.iceServers.length === 0) return;
        // Credentials are renewed at half of their time (R14): a connection that begins just before still has the other
        // half.
        this.#cancelTurn = this.options.clock.after(500 * message.ttlSeconds, () => this.#askTurn());
        return this.#events.emit('turn', message.iceServers);
      case 'note':
        return this.#receiveNote(message);
      case 'picture':
        return; // for observers
      default:
        message satisfies never;
    }
  }

  #receiveNote(message: Extract<ServerMessage, { kind: 'note' }>): void {
    const note = this.#observers.receive(message);
    if (note) this.#events.emit('note', note);
    // Anybody with the code can send one, so it is counted and nobody is told.
    else this.faults.set('bad-note', (this.faults.get('bad-note') ?? 0) + 1);
  }

  #askTurn(): void {
    if (!this.#entry.isRegistered) return;
    void this.#entry.ask({ kind: 'turn' }).then((reply) => {
      if (reply.ok || reply.error.code !== 'rate-limited') return;
      this.#cancelTurn?.();
      this.#cancelTurn = this.options.clock.after(turnAgainMs, () => this.#askTurn());
    });
  }

  #acceptPresence(presence: Presence): void {
    if (presence.revision <= this.#revision) return;
    const { ticket } = this.options;
    if (presence.code !== ticket.code) return this.#fault('malformed', 'a presence of another room');
    const read = readPresence(presence, this.memberId, this.#key, this.#description, this.#host);
    if (!read.ok) return this.#end(read.error.code, logged(read.error.says));
    if (ticket.mark !== undefined && markOf(ticket.code, presence.description) !== ticket.mark)
      return this.#end('room-forged', 'the room is not the one of the link'); // R30a
    this.#revision = presence.revision;
    this.#presence = presence;
    this.#description = presence.description;
    this.roster = read.value;
    this.#events.emit('roster', read.value);
    if (this.#key) this.#settleJoined(ok(read.value));
    else void this.#seekKey();
    this.#seeker.rosterChanged();
    this.#desk.rosterChanged(read.value);
    this.#outbox.flush();
  }

  #receiveSignal(signal: Omit<PassedSignal, 'to'>, way: SignalWay): void {
    const { from } = signal;
    const taken = this.#incoming.take(this.#key, signal, way);
    if (taken.kind === 'refused') this.#fault(taken.code, taken.why, from);
    else if (taken.kind === 'new') this.#events.emit('signal', { from, data: taken.data });
  }

  async #seekKey(): Promise<void> {
    const key = await this.#seeker.seek();
    if (!key || this.#entry.isClosed) return;
    this.#key = key;
    this.#status.send();
    this.#events.emit('key', roomKeyToText(key));
    this.#settleJoined(ok(this.roster!));
    this.#outbox.flush();
  }

  #sign({ to, data, sequence }: Outgoing): PassedSignal {
    const content = { code: this.options.ticket.code, from: this.memberId, to, sequence, data };
    return { from: this.memberId, to, sequence, data, mac: signalMac(this.#key!, content) };
  }

  #fault(code: FaultCode, message: string, peer?: string): void {
    this.faults.set(code, (this.faults.get(code) ?? 0) + 1);
    this.#events.emit('fault', { code, message, ...(peer !== undefined && { peer }) });
  }
}
