// The signalling client, for a page's main thread and for Node: enters the room, proves what the server says
// about it, gets the key, and carries authenticated signals between members (R5–R10). It comes back by itself
// under the same memberId; running links and the ring do not depend on it. A member missing from the roster has
// lost the server, not the ring.
// Over 400 lines because every message of the server has its one answer here, and they share the connection's state.
import type { Clock } from '../../base/clock';
import { waitFor } from '../../base/deadline';
import { Emitter } from '../../base/emitter';
import { fail, ok } from '../../base/result';
import type { Result } from '../../base/result';
import { describeRoom, isSignalMac, roomKeyFromText, roomKeyToText } from '../room/room-key';
import { signalMac, toBase64Url } from '../room/room-key';
import { inertText, maxMessageBytes, protocolVersion } from '../room/room-messages';
import type { Presence, RingProgress, Role, RoomDescription, RoomErrorCode } from '../room/room-messages';
import type { ServerMessage } from '../room/room-messages';
import { ProgressReport } from './progress-report';
import { KeySeeker } from './signalling-key';
import type { PassedSignal } from '../room/passed-signal';
import { SequenceWindow, type SignalWay } from './sequence-window';
import { Outbox, type Outgoing } from './signalling-outbox';
import { readPresence } from './signalling-roster';
import type { Roster, RosterRefusal } from './signalling-roster';
import { RoomSocket } from './signalling-socket';
import type { AskCode } from './signalling-socket';
import { hostKeysFromToken, signHostClaim } from '../room/signed-command';
import { secureRandom, type RandomBytes } from '../../base/random-bytes';

export interface SignallingOptions {
  /** Origin of the room server. */
  readonly url: string;
  readonly ticket: {
    readonly code: string;
    /** Undefined for a joiner of an open room. */
    readonly key?: string | undefined;
    readonly hostToken?: string | undefined;
    /** Known to the creator: with the key and the token it restores the room on a server that lost it. */
    readonly isOpen?: boolean | undefined;
  };
  /** 16 hex digits, random per replica. */
  readonly memberId: string;
  readonly name: string;
  readonly role: Role;
  /** Device and browser in words. */
  readonly facts: string;
  readonly clock: Clock;
  /** The members' way for signals that the server cannot take now (R15). */
  readonly passOn?: (signal: PassedSignal) => void;
  readonly random?: RandomBytes;
  readonly abort?: AbortSignal;
}

export type Connection =
  /** On the way for the first time. → online | closed */
  | { readonly kind: 'connecting'; readonly sinceMs: number; readonly why?: string }
  /** In the room. → offline | closed */
  | { readonly kind: 'online'; readonly sinceMs: number }
  /** Was in the room; coming back by itself. → online | closed */
  | { readonly kind: 'offline'; readonly sinceMs: number; readonly why: string }
  /** By us, or for a reason that trying again does not mend. Terminal. */
  | { readonly kind: 'closed'; readonly sinceMs: number; readonly why: string };

/** Why the room could not be entered. */
export type JoinErrorCode = AskCode | RosterRefusal | 'no-key-holder' | 'closed';

export type FaultCode =
  | 'bad-mac' // a signal that the claimed sender did not write: the server, or someone in an open room, lies
  | 'replayed' // a genuine signal, again
  | 'malformed' // not of this protocol
  | 'undelivered' // given up: the peer is not in the room
  | 'outbox-full'
  | 'too-large'
  | 'bad-key-grant' // the key offered does not open this room
  | 'no-key-holder' // nobody in this open room holds its key at the moment
  | 'cut-off' // the server ended the connection on purpose
  | RoomErrorCode;

export interface SignallingFault {
  readonly code: FaultCode;
  readonly message: string;
  readonly peer?: string;
}

export interface SignallingEvents {
  roster: Roster;
  /** From a member that holds the key, unchanged, once. `data` is JSON of the sender's: parse it. */
  signal: { readonly from: string; readonly data: unknown };
  /** The key of an open room came: 22 characters. */
  key: string;
  /** A packet of a relayed link, sealed by whom `from` says or not to be opened. */
  packet: { readonly from: string; readonly packet: Uint8Array; readonly taken: () => void };
  /** TURN servers, with a credential that is good for a while; told again before it ends. */
  turn: readonly {
    readonly urls: string | string[];
    readonly username?: string | undefined;
    readonly credential?: string | undefined;
  }[];
  connection: Connection;
  fault: SignallingFault;
}

export interface Signalling {
  readonly memberId: string;
  readonly connection: Connection;
  readonly roster: Roster | undefined;
  /** The room key as text; undefined until an open room has handed it over. */
  readonly key: string | undefined;
  /** How many faults of each code so far. */
  readonly faults: ReadonlyMap<FaultCode, number>;
  /** Settles once: in the room with the key in hand, or why not after 20 s at most. After
   *  'server-unreachable' and 'no-key-holder' the client keeps trying until close(). */
  readonly joined: Promise<Result<Roster, JoinErrorCode>>;
  on<K extends keyof SignallingEvents>(kind: K, listener: (event: SignallingEvents[K]) => void): () => void;
  /** JSON data for a member; kept while it or the server is away, for a time, then a fault 'undelivered'. */
  signal(to: string, data: unknown): void;
  /** A signal that members passed on; it is judged like the server's. */
  receive(signal: PassedSignal): void;
  /** Can a relayed link to this member work now? */
  canRelay(to: string): boolean;
  /** Resolves when the member's page has the packet. */
  relay(to: string, packet: Uint8Array): Promise<Result<unknown, string>>;
  updateStatus(status: { readonly inRing: boolean }): void;
  /** How far the ring is, from the one that speaks for it; told in open rooms only, and rarely (R16). */
  reportProgress(progress: RingProgress | undefined): void;
  /** Says goodbye, then closes. */
  leave(): Promise<void>;
  close(): void;
}

const joinMs = 20_000;
const leaveMs = 1000;
const retryMs = 2000;
/** The rest of a signal's message, beside its data. */
const envelopeBytes = 512;
/** Retrying does not mend these. */
const finalRefusals: ReadonlySet<string> = new Set<AskCode>(['room-not-found', 'room-full', 'wrong-version', 'id-taken', 'too-many-peers', 'too-many-rooms', 'malformed']); // prettier-ignore

export function connectSignalling(options: SignallingOptions): Signalling {
  return new SignallingClient(options);
}

class SignallingClient implements Signalling {
  readonly joined: Promise<Result<Roster, JoinErrorCode>>;
  readonly faults = new Map<FaultCode, number>();
  connection: Connection;
  roster: Roster | undefined;

  readonly #options: SignallingOptions;
  readonly #events = new Emitter<SignallingEvents>();
  readonly #outbox: Outbox;
  readonly #seeker: KeySeeker;
  readonly #secret: string;
  readonly #seen = new SequenceWindow();
  readonly #progress: ProgressReport;
  readonly #abort = new AbortController();
  #settleJoined!: (result: Result<Roster, JoinErrorCode>) => void;
  #socket: RoomSocket | undefined;
  #key: Uint8Array | undefined;
  #description: RoomDescription | undefined;
  #inRing = false;
  #isRegistered = false;
  #revision = -1; // of the presence last accepted on this connection
  #cancelRetry: (() => void) | undefined;
  #cancelTurn: (() => void) | undefined;

  constructor(options: SignallingOptions) {
    const { ticket, clock, random = secureRandom, abort } = options;
    this.#options = options;
    this.#secret = toBase64Url(random(16));
    this.connection = { kind: 'connecting', sinceMs: clock.now() };
    this.#outbox = new Outbox(
      {
        clock,
        isReady: (to) => this.#isReadyFor(to),
        send: (signal) => {
          const { to, sequence, data, mac } = this.#sign(signal);
          return this.#socket!.ask({ kind: 'signal', to, sequence, data, mac });
        },
        passOn: (signal) => {
          if (!this.#key || !options.passOn) return false;
          options.passOn(this.#sign(signal));
          return true;
        },
        dropped: ({ to }, code, why) => this.#fault(code, why, to),
      },
      Date.now(), // above those of an earlier client under this memberId
    );
    this.#progress = new ProgressReport(clock, () => this.#sendStatus());
    this.#seeker = new KeySeeker({
      code: ticket.code,
      self: options.memberId,
      clock,
      random,
      abort: this.#abort.signal,
      room: () => ({ roster: this.roster!, description: this.#description! }),
      send: async (message) => (await this.#socket!.ask(message)).ok,
      fault: (code, why, peer) => {
        if (!this.#isClosed) this.#fault(code, why, peer);
      },
    });
    const wait = waitFor<Result<Roster, JoinErrorCode>>(clock, joinMs, 'the room');
    this.#settleJoined = wait.settle;
    this.joined = wait.promise.catch(() => this.#whyNotJoined());
    abort?.addEventListener('abort', () => this.close(), { signal: this.#abort.signal });

    this.#key = ticket.key === undefined ? undefined : roomKeyFromText(ticket.key);
    if (ticket.key !== undefined && !this.#key) this.#end('wrong-key', 'the link is not complete');
    else if (abort?.aborted) this.close();
    else void this.#open();
  }

  get memberId(): string {
    return this.#options.memberId;
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
    if (signal.to === this.memberId && !this.#isClosed) this.#receiveSignal(signal, 'members');
  }

  canRelay(to: string): boolean {
    return this.#isReadyFor(to);
  }

  async relay(to: string, packet: Uint8Array): Promise<Result<unknown, string>> {
    if (!this.#isRegistered) return fail('server-unreachable', 'the room server is away');
    return this.#socket!.relay(to, packet);
  }

  updateStatus({ inRing }: { readonly inRing: boolean }): void {
    if (this.#inRing === inRing) return;
    this.#inRing = inRing;
    this.#sendStatus();
  }

  reportProgress(progress: RingProgress | undefined): void {
    if (this.roster?.isOpen && !this.#isClosed) this.#progress.report(progress);
  }

  async leave(): Promise<void> {
    if (this.#isRegistered) await this.#socket?.ask({ kind: 'leave' }, undefined, leaveMs);
    this.close();
  }

  close(): void {
    this.#end('closed', 'closed on this side');
  }

  // ── The connection ────────────────────────────────────────────────────────────────────────────────────────

  async #open(): Promise<void> {
    const socket = await RoomSocket.open(this.#options.url, this.#options.clock);
    if (this.#isClosed) return socket.close();
    this.#socket = socket;
    socket.events.on('connected', () => void this.#register());
    socket.events.on('disconnected', ({ why, isRefused }) => this.#lost(why, isRefused));
    socket.events.on('message', (message) => this.#receive(message));
    socket.events.on('packet', (packet) => this.#events.emit('packet', packet));
    socket.events.on('malformed', (why) => this.#fault('malformed', `from the server: ${why}`));
    if (socket.isConnected) await this.#register();
  }

  async #register(): Promise<void> {
    const { ticket, memberId, name, role, facts } = this.#options;
    const host = ticket.hostToken === undefined ? undefined : hostKeysFromToken(ticket.hostToken);
    const description =
      this.#description ??
      (host && this.#key && ticket.isOpen !== undefined
        ? describeRoom(this.#key, ticket.code, ticket.isOpen, host.hostPublicKey)
        : undefined);
    this.#revision = -1;
    const reply = await this.#socket!.ask({
      kind: 'join',
      code: ticket.code,
      protocolVersion,
      memberId,
      memberSecret: this.#secret,
      name: inertText(name, 40),
      role,
      facts: inertText(facts, 120),
      inRing: this.#inRing,
      hasKey: this.#key !== undefined,
      ...(host && { hostSignature: signHostClaim(host.hostToken, ticket.code, memberId) }),
      ...(description && { description }),
    });
    if (this.#isClosed) return;
    if (!reply.ok) return this.#refused(reply.error.code, reply.error.message);
    if (reply.value?.kind !== 'presence')
      return this.#refused('malformed', 'the server answered without a roster');
    this.#isRegistered = true;
    this.#acceptPresence(reply.value);
    if (this.#isRegistered && !this.#isClosed)
      this.#setConnection({ kind: 'online', sinceMs: this.#options.clock.now() });
    this.#outbox.flush();
    this.#askTurn();
    this.#progress.forget();
    this.#progress.report(this.#progress.current);
  }

  #askTurn(): void {
    if (this.#isRegistered) void this.#socket!.ask({ kind: 'turn' });
  }

  #refused(code: AskCode, message: string): void {
    const isReturning = this.#description !== undefined && code !== 'wrong-version';
    if (finalRefusals.has(code) && !isReturning) return this.#end(code, message);
    if (code !== 'server-unreachable') this.#fault(code, message);
    this.#cancelRetry?.();
    this.#cancelRetry = this.#options.clock.after(retryMs, () => {
      if (this.#socket?.isConnected && !this.#isRegistered) void this.#register();
    });
  }

  #lost(why: string, isRefused: boolean): void {
    this.#isRegistered = false;
    const { kind, sinceMs } = this.connection;
    if (kind === 'online') this.#setConnection({ kind: 'offline', sinceMs: this.#options.clock.now(), why });
    else if (kind !== 'closed') this.#setConnection({ kind, sinceMs, why });
    if (!isRefused || this.#isClosed) return;
    this.#fault('cut-off', 'the server ended the connection; coming back');
    this.#cancelRetry?.();
    this.#cancelRetry = this.#options.clock.after(retryMs, () => this.#socket?.reconnect());
  }

  get #isClosed(): boolean {
    return this.connection.kind === 'closed';
  }

  #end(code: JoinErrorCode, why: string): void {
    if (this.#isClosed) return;
    this.#isRegistered = false;
    this.#cancelRetry?.();
    this.#cancelTurn?.();
    this.#outbox.close();
    this.#progress.stop();
    this.#setConnection({ kind: 'closed', sinceMs: this.#options.clock.now(), why });
    this.#abort.abort(new Error(why));
    this.#socket?.close();
    this.#settleJoined(fail(code, why));
  }

  #whyNotJoined(): Result<Roster, JoinErrorCode> {
    if (this.roster) return fail('no-key-holder', 'nobody in the room could hand its key over yet');
    const why = 'why' in this.connection ? this.connection.why : undefined;
    return fail('server-unreachable', why ?? 'the room server does not answer');
  }

  // ── What the server says ──────────────────────────────────────────────────────────────────────────────────

  #receive(message: ServerMessage): void {
    if (!this.#isRegistered) return;
    switch (message.kind) {
      case 'presence':
        return this.#acceptPresence(message);
      case 'signal':
        return this.#receiveSignal(message, 'server');
      case 'key-request':
        if (this.#key) void this.#seeker.grant(this.#key, message.from, message.publicKey);
        return;
      case 'key-grant':
        return this.#seeker.receiveGrant(message);
      case 'turn':
        this.#cancelTurn?.();
        if (message.iceServers.length === 0) return;
        // Half of its time is left for those who begin a connection just before.
        this.#cancelTurn = this.#options.clock.after(500 * message.ttlSeconds, () => this.#askTurn());
        return this.#events.emit('turn', message.iceServers);
      default:
        message satisfies never;
    }
  }

  #acceptPresence(presence: Presence): void {
    if (presence.revision <= this.#revision) return;
    const { ticket, memberId } = this.#options;
    if (presence.code !== ticket.code) return this.#fault('malformed', 'a presence of another room');
    const read = readPresence(presence, memberId, this.#key, this.#description);
    if (!read.ok) return this.#end(read.error.code, read.error.message);
    this.#revision = presence.revision;
    this.#description = presence.description;
    this.roster = read.value;
    this.#events.emit('roster', read.value);
    if (this.#key) this.#settleJoined(ok(read.value));
    else void this.#seekKey();
    this.#seeker.rosterChanged();
    this.#outbox.flush();
  }

  #receiveSignal({ from, sequence, data, mac }: Omit<PassedSignal, 'to'>, way: SignalWay): void {
    const { ticket, memberId } = this.#options;
    const content = { code: ticket.code, from, to: memberId, sequence, data };
    if (!this.#key || !isSignalMac(this.#key, content, mac))
      return this.#fault('bad-mac', 'a signal without the room key was dropped', from);
    const seen = this.#seen.take(from, sequence, way);
    if (seen === 'replayed')
      return this.#fault('replayed', 'a signal came a second time and was dropped', from);
    if (seen === 'again') return;
    let parsed: unknown;
    try {
      parsed = JSON.parse(data);
    } catch {
      return this.#fault('malformed', 'a signal that is not JSON', from);
    }
    this.#events.emit('signal', { from, data: parsed });
  }

  async #seekKey(): Promise<void> {
    const key = await this.#seeker.seek();
    if (!key || this.#isClosed) return;
    this.#key = key;
    this.#sendStatus();
    this.#events.emit('key', roomKeyToText(key));
    this.#settleJoined(ok(this.roster!));
    this.#outbox.flush();
  }

  // ── Out ───────────────────────────────────────────────────────────────────────────────────────────────────

  /** Those without the key could not tell our signals from forged ones. */
  #isReadyFor(to: string): boolean {
    const target = this.roster?.members.find(({ memberId }) => memberId === to);
    return this.#isRegistered && this.#key !== undefined && target?.hasKey === true;
  }

  #sign({ to, data, order: sequence }: Outgoing): PassedSignal {
    const content = { code: this.#options.ticket.code, from: this.memberId, to, sequence, data };
    return { from: this.memberId, to, sequence, data, mac: signalMac(this.#key!, content) };
  }

  #sendStatus(): void {
    if (!this.#isRegistered) return; // joining again sends it
    const { current: progress } = this.#progress;
    const status = { inRing: this.#inRing, hasKey: this.#key !== undefined, ...(progress && { progress }) };
    this.#progress.markSent();
    void this.#socket!.ask({ kind: 'status', ...status }).then((reply) => {
      if (!reply.ok && !this.#isClosed) this.#options.clock.after(retryMs, () => this.#sendStatus());
    });
  }

  #setConnection(connection: Connection): void {
    this.connection = connection;
    this.#events.emit('connection', connection);
  }

  #fault(code: FaultCode, message: string, peer?: string): void {
    this.faults.set(code, (this.faults.get(code) ?? 0) + 1);
    this.#events.emit('fault', { code, message, ...(peer !== undefined && { peer }) });
  }
}
