// The client of an observer: it watches a room without being a member (R18, R19). It checks what the server says about
// the room as members do, gets the key of an open room from a member, opens pictures and seals notes. After a loss of the
// server it comes back by itself; the server knows it under another id then.
import { say, type Saying, unexpected } from '../../base/sayings';
import type { Clock } from '../../base/clock';
import { Emitter } from '../../base/emitter';
import { fail, type Failure } from '../../base/result';
import { secureRandom, type RandomBytes } from '../../base/random-bytes';
import { markOf } from '../room/room-mark';
import { roomKeyFromText } from '../room/room-key';
import { maxNoteText, protocolVersion } from '../room/room-messages';
import type { ObservedRoom, RoomDescription, ServerMessage } from '../room/room-messages';
import { openSealed, seal } from '../room/sealed-text';
import { sayingOfRefusal } from './refusal-saying';
import { KeySeeker } from './signalling-key';
import { readPresence, type RosterRefusal } from './signalling-roster';
import { RoomSocket, type AskCode } from './signalling-socket';

export type ObservationEnd = AskCode | RosterRefusal | 'closed';

export type Observation =
  /** → seeking-key | watching | ended */
  | { readonly kind: 'connecting'; readonly why?: Saying }
  /** The room is open, and no member has handed its key over yet; `isShut`: for the host lets nobody in by the code
   *  alone. → watching | away | ended */
  | { readonly kind: 'seeking-key'; readonly isShut?: boolean }
  /** Pictures arrive when a member sends some. → away | ended */
  | { readonly kind: 'watching' }
  /** It watched before. The server is away, or has no such room now. → watching | ended */
  | { readonly kind: 'away'; readonly why: Saying }
  /** Another try of this client does not help. Terminal. */
  | {
      readonly kind: 'ended';
      readonly code: ObservationEnd;
      readonly why: Saying;
    };

interface ObserverEvents {
  state: Observation;
  /** The sender's JSON data: validate it. */
  picture: { readonly from: string; readonly data: unknown };
}

export interface ObserverOptions {
  /** Origin of the room server. */
  readonly url: string;
  readonly code: string;
  /** The room key as text; undefined: a member of an open room hands it over. */
  readonly key: string | undefined;
  /** The mark of the room that the link names (R30). */
  readonly mark?: string | undefined;
  readonly clock: Clock;
  readonly random?: RandomBytes;
}

/** Without a picture for so long, it asks whether the room is still there (R18a). */
const silentMs = 20_000;
/** A room that the server lost comes back with its members. Each question may count as a wrong code (R4). */
const againMs = [5_000, 10_000, 20_000, 40_000, 60_000];
const busyMs = 15_000;

export class RoomObserver {
  readonly events = new Emitter<ObserverEvents>();
  #state: Observation = { kind: 'connecting' };
  #socket: RoomSocket | undefined;
  #key: Uint8Array | undefined;
  #description: RoomDescription | undefined;
  #observerId: string | undefined;
  #seeker: KeySeeker | undefined;
  #abort = new AbortController();
  #cancel = (): void => undefined;
  #isShut = false;
  #misses = 0;

  constructor(private readonly options: ObserverOptions) {
    this.#key = options.key === undefined ? undefined : roomKeyFromText(options.key);
    if (options.key !== undefined && !this.#key)
      this.#end('wrong-key', unexpected('the link is not complete'));
    else void this.#open();
  }

  get state(): Observation {
    return this.#state;
  }

  /** Whether the room is open, by the description that the key proves; undefined before it is known. */
  get isOpen(): boolean | undefined {
    return this.#description?.isOpen;
  }

  get #mark(): string | undefined {
    return this.#description ? markOf(this.options.code, this.#description) : this.options.mark;
  }

  /** Sends members a note: JSON data, at most `roomFor(maxNoteText)` bytes. False: nobody received it. */
  async note(data: unknown): Promise<boolean> {
    const { code, random } = this.options;
    const [key, from, socket] = [this.#key, this.#observerId, this.#socket];
    if (this.#state.kind !== 'watching' || !key || from === undefined || !socket) return false;
    const sealed = seal(key, { kind: 'note', code, from }, data, maxNoteText, random ?? secureRandom);
    return sealed !== undefined && (await socket.ask({ kind: 'note', sealed })).ok;
  }

  close(): void {
    this.#end('closed', unexpected('closed on this side'));
  }

  async #open(): Promise<void> {
    const socket = await RoomSocket.open(this.options.url, this.options.code, this.options.clock);
    if (this.#isOver) return socket.close();
    this.#socket = socket;
    socket.events.on('connected', () => void this.#observe());
    socket.events.on('disconnected', ({ why, isRefused }) => {
      this.#abort.abort();
      this.#lost(why);
      if (isRefused) this.#after(busyMs, () => socket.reconnect());
    });
    socket.events.on('message', (message) => this.#receive(message));
    if (socket.isConnected) await this.#observe();
  }

  async #observe(): Promise<void> {
    const { code } = this.options;
    const mark = this.#mark;
    const reply = await this.#socket!.ask({ kind: 'observe', protocolVersion, code, mark });
    if (this.#isOver) return;
    if (reply.ok && reply.value?.kind === 'observed-room') return this.#accept(reply.value);
    const { code: refusal, says }: Failure<AskCode> = reply.ok
      ? fail('malformed', 'the server’s answer is not of this protocol').error
      : reply.error;
    if (refusal === 'server-unreachable') {
      // The event 'disconnected' says why, and the socket reconnects. One that is connected is asked again.
      if (this.#socket!.isConnected) this.#again(says);
    } else if (refusal === 'rate-limited') this.#again(says);
    else if (refusal === 'room-not-found' && this.#description) this.#again(say('server-lacks-room'));
    else this.#end(refusal, says);
  }

  #accept({ observerId, description, keyHolders }: ObservedRoom): void {
    const { code, clock, random } = this.options;
    const presence = { code, revision: 0, description, members: [], observers: 0 };
    const read = readPresence({ kind: 'presence', ...presence }, observerId, this.#key, this.#description);
    if (!read.ok) return this.#end(read.error.code, read.error.says);
    if (this.#mark !== undefined && markOf(code, description) !== this.#mark)
      return this.#end('room-forged', unexpected('the room is not the one of the link'));
    this.#description = description;
    this.#observerId = observerId;
    this.#misses = 0;
    if (this.#key) return this.#watch();
    this.#setState({ kind: 'seeking-key', ...(this.#isShut && { isShut: true }) });
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    const unknown = { name: '', inRing: false, isHost: false, isSelf: false };
    const members = keyHolders.map((memberId) => ({ memberId, hasKey: true, ...unknown }));
    this.#seeker = new KeySeeker({
      code,
      self: observerId,
      clock,
      random: random ?? secureRandom,
      abort: signal,
      room: () => ({ roster: { isOpen: true, members }, description }),
      send: async (message) => (await this.#socket!.ask(message, signal)).ok,
      waits: () => this.#shut(),
      turnedAway: () => this.#shut(),
      fault: (fault) => {
        if (fault !== 'no-key-holder' || signal.aborted) return;
        // None of these handed it over: ask the server for others.
        this.#abort.abort();
        this.#after(againMs[0], () => void this.#observe());
      },
    });
    void this.#seeker.seek().then((key) => {
      if (!key || signal.aborted) return;
      this.#key = key;
      this.#abort.abort();
      this.#watch();
    });
  }

  /** It goes on asking: the host may open the door. */
  #shut(): void {
    this.#isShut = true;
    if (this.#state.kind === 'seeking-key') this.#setState({ kind: 'seeking-key', isShut: true });
  }

  #watch(): void {
    this.#setState({ kind: 'watching' });
    this.#askWhenSilent();
  }

  #receive(message: ServerMessage): void {
    if (message.kind === 'key-grant') return this.#seeker?.receiveGrant(message);
    if (message.kind === 'key-refusal') return this.#seeker?.receiveRefusal(message);
    if (message.kind !== 'picture' || this.#state.kind !== 'watching') return;
    const { from, sealed } = message;
    const { code } = this.options;
    const opened = openSealed(this.#key!, { kind: 'picture', code, from }, sealed);
    if (!opened) return; // the server, or somebody without the key
    this.#askWhenSilent();
    this.events.emit('picture', { from, data: opened.data });
  }

  #askWhenSilent(): void {
    this.#after(silentMs, () => void this.#observe());
  }

  #again(why: Saying): void {
    this.#lost(why);
    this.#after(againMs[Math.min(this.#misses++, againMs.length - 1)], () => void this.#observe());
  }

  #lost(why: Saying): void {
    this.#setState({ kind: this.#description ? 'away' : 'connecting', why });
  }

  #after(ms: number, action: () => void): void {
    this.#cancel();
    this.#cancel = this.options.clock.after(ms, () => {
      if (!this.#isOver) action();
    });
  }

  get #isOver(): boolean {
    return this.#state.kind === 'ended';
  }

  #end(code: ObservationEnd, why: Saying): void {
    if (this.#isOver) return;
    this.#cancel();
    this.#abort.abort();
    this.#socket?.close();
    this.#setState({ kind: 'ended', code, why: sayingOfRefusal(code, this.options.code, why) });
  }

  #setState(state: Observation): void {
    if (this.#isOver) return;
    this.#state = state;
    this.events.emit('state', state);
  }
}
