// This member's place at the room server: connects, joins, and joins again after every loss, under the same member id.
// A refusal that another try would not change ends it; every other refusal leads to a retry.
import { logged, type Saying } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import { fail, type Result } from '../../base/result';
import type { Answer, ClientMessage, Presence, RoomErrorCode, ServerMessage } from '../room/room-messages';
import { RoomSocket, type AskCode, type Disconnection, type RelayedPacket } from './signalling-socket';

export type Connection =
  /** Not yet in the room. → online | closed */
  | { readonly kind: 'connecting'; readonly sinceMs: number; readonly why?: Saying }
  /** The member is in the room. → offline | closed */
  | { readonly kind: 'online'; readonly sinceMs: number }
  /** Was in the room, and tries to come back. → online | closed */
  | { readonly kind: 'offline'; readonly sinceMs: number; readonly why: Saying }
  /** Closed by this side, or for a reason that another try does not change. Terminal. */
  | { readonly kind: 'closed'; readonly sinceMs: number; readonly why: string };

export interface RoomEntryOptions {
  readonly url: string;
  readonly code: string;
  readonly clock: Clock;
  /** The join, from the key and the description that are known now. */
  readonly joinMessage: () => Extract<ClientMessage, { kind: 'join' }>;
  /** Has this member seen the room before? Then its join restores a lost room, so most refusals are not final. */
  readonly hasSeenRoom: () => boolean;
}

interface RoomEntryEvents {
  /** The server accepted the join; `connection` follows. */
  entered: Presence;
  connection: Connection;
  /** Another try does not help. */
  refused: { readonly code: AskCode; readonly why: string };
  /** A message of the server while in the room. */
  message: ServerMessage;
  packet: RelayedPacket;
  /** `cut-off`: the server ended the connection on purpose. */
  fault: { readonly code: RoomErrorCode | 'cut-off'; readonly why: string };
}

const retryMs = 2000;
/** The server sends at most a roster and some signals right behind its answer; a hostile one fills no memory. */
const mostHeld = 100;
const finalRefusals: ReadonlySet<string> = new Set<AskCode>([
  'room-not-found',
  'several-rooms',
  'room-full',
  'wrong-version',
  'id-taken',
  'too-many-peers',
  'too-many-rooms',
  'malformed',
]);

export class RoomEntry {
  readonly events = new Emitter<RoomEntryEvents>();
  #connection: Connection;
  #socket: RoomSocket | undefined;
  #isRegistered = false;
  /** Messages that arrived in one piece with the answer to the join, and so before this side has read that answer. */
  #held: ServerMessage[] = [];
  #cancelRetry: (() => void) | undefined;

  constructor(private readonly options: RoomEntryOptions) {
    this.#connection = { kind: 'connecting', sinceMs: options.clock.now() };
  }

  get connection(): Connection {
    return this.#connection;
  }

  /** The server has this member in the room now. */
  get isRegistered(): boolean {
    return this.#isRegistered;
  }

  get isClosed(): boolean {
    return this.#connection.kind === 'closed';
  }

  async open(): Promise<void> {
    const socket = await RoomSocket.open(this.options.url, this.options.code, this.options.clock);
    if (this.isClosed) return socket.close();
    this.#socket = socket;
    socket.events.on('connected', () => void this.#register());
    socket.events.on('disconnected', (event) => this.#lost(event));
    socket.events.on('message', (message) => {
      if (this.#isRegistered) this.events.emit('message', message);
      else if (this.#held.length < mostHeld) this.#held.push(message);
    });
    socket.events.on('packet', (packet) => this.events.emit('packet', packet));
    socket.events.on('malformed', (why) =>
      this.events.emit('fault', { code: 'malformed', why: `from the server: ${why}` }),
    );
    if (socket.isConnected) await this.#register();
  }

  async ask(message: ClientMessage, deadlineMs?: number): Promise<Result<Answer, AskCode>> {
    if (!this.#socket) return fail('server-unreachable', 'not connected to the room server');
    return this.#socket.ask(message, undefined, deadlineMs);
  }

  /** Resolves when the member's page has the packet. */
  async relay(to: string, packet: Uint8Array): Promise<Result<unknown, AskCode>> {
    if (!this.#isRegistered) return fail('server-unreachable', 'the room server is away');
    return this.#socket!.relay(to, packet);
  }

  close(why: string): void {
    if (this.isClosed) return;
    this.#isRegistered = false;
    this.#cancelRetry?.();
    this.#setConnection({ kind: 'closed', sinceMs: this.options.clock.now(), why });
    this.#socket?.close();
  }

  async #register(): Promise<void> {
    this.#held = []; // of a connection before
    const reply = await this.#socket!.ask(this.options.joinMessage());
    if (this.isClosed) return;
    if (!reply.ok) return this.#refused(reply.error.code, logged(reply.error.says));
    if (reply.value?.kind !== 'presence')
      return this.#refused('malformed', 'the server answered without a roster');
    this.#isRegistered = true;
    this.events.emit('entered', reply.value);
    if (this.#isRegistered) this.#setConnection({ kind: 'online', sinceMs: this.options.clock.now() });
    for (const message of this.#held.splice(0)) if (this.#isRegistered) this.events.emit('message', message);
  }

  #refused(code: AskCode, why: string): void {
    const mayReturn = this.options.hasSeenRoom() && code !== 'wrong-version';
    if (finalRefusals.has(code) && !mayReturn) return this.events.emit('refused', { code, why });
    if (code !== 'server-unreachable') this.events.emit('fault', { code, why });
    this.#retry(() => {
      if (this.#socket?.isConnected && !this.#isRegistered) void this.#register();
    });
  }

  #lost({ why, isRefused }: Disconnection): void {
    this.#isRegistered = false;
    const { kind, sinceMs } = this.#connection;
    const nowMs = this.options.clock.now();
    if (kind === 'online') this.#setConnection({ kind: 'offline', sinceMs: nowMs, why });
    else if (kind !== 'closed') this.#setConnection({ kind, sinceMs, why });
    if (!isRefused || this.isClosed) return;
    this.events.emit('fault', { code: 'cut-off', why: 'the server ended the connection; coming back' });
    this.#retry(() => this.#socket?.reconnect());
  }

  #retry(action: () => void): void {
    this.#cancelRetry?.();
    this.#cancelRetry = this.options.clock.after(retryMs, action);
  }

  #setConnection(connection: Connection): void {
    this.#connection = connection;
    this.events.emit('connection', connection);
  }
}
