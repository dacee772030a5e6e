// What arrives at the rooms, counted before Socket.IO parses it (R26). A message is paid from the budgets of R4, or
// refused unparsed (R26a). An acknowledgement was asked for, or it is a stray. Strays are all packets that our page
// does not send, or seldom: pongs, probes, namespaces, empty ones (R26b). Who sends too many of them, or of relayed
// bytes, is cut off.
import type { Clock } from '../base/clock';
import { TokenBucket } from '../base/token-bucket';
import { maxMessageBytes, type Reply, roomRefusal } from '../net/room/room-messages';
import { type CutKind, cutOff, onMalformedFrame, sayGoodbye } from './cut-off';
import { offenceRule, relayArrivalRule, strayRule } from './limits';
import type { MessageLimits, SocketMessages } from './message-limits';
import type { EngineConnection } from './outbound';

/** The least cost of a relayed frame: a packet comes as two. */
const minRelayedBytes = 512;
/** Ours is `3`, a number and `[]`. */
const maxAcknowledgementLength = 32;

/** Packets after which Engine.IO ends a connection: pings that clients do not send, and bytes that are no packet. */
const fatalPackets: ReadonlySet<string> = new Set(['ping', 'error']);

/** An Engine.IO packet as its connection announces it. */
interface Packet {
  readonly type: string;
}

export class Inbound {
  readonly #arrivals = new WeakMap<EngineConnection, Arrivals>();

  constructor(
    private readonly clock: Clock,
    private readonly messages: MessageLimits,
    private readonly onCut: (address: string, kind: CutKind) => void = () => undefined,
  ) {}

  /** Watches a connection from its opening to its end, once Socket.IO listens to it. */
  watch(connection: EngineConnection, address: string): void {
    const onCut = (kind: CutKind): void => this.onCut(address, kind);
    const arrivals = new Arrivals(this.clock, connection, this.messages.socket(address), onCut);
    this.#arrivals.set(connection, arrivals);
    const parse = connection.listeners('data') as ((data: unknown) => void)[];
    connection.removeAllListeners('data');
    connection.on('data', (data: unknown) => {
      if (arrivals.mayParse(data)) parse.forEach((listener) => listener(data));
    });
    connection.on('packet', ({ type }: Packet) => {
      if (fatalPackets.has(type)) arrivals.breakRules();
      else if (type !== 'message') arrivals.stray();
    });
    onMalformedFrame(connection, () => arrivals.breakRules());
    connection.on('upgrading', () => arrivals.stray());
  }

  of(connection: EngineConnection): Arrivals {
    return this.#arrivals.get(connection)!;
  }
}

/** What one connection has sent. */
class Arrivals {
  /** The room that its member is in. */
  roomOf: () => string | undefined = () => undefined;
  /** Acknowledgements that the server waits for. */
  #asked = 0;
  readonly #strays: TokenBucket;
  readonly #relayed: TokenBucket;
  readonly #offences: TokenBucket;
  #isCut = false;

  constructor(
    readonly clock: Clock,
    readonly connection: EngineConnection,
    readonly budget: SocketMessages,
    readonly onCut: (kind: CutKind) => void,
  ) {
    this.#strays = new TokenBucket(strayRule, clock);
    this.#relayed = new TokenBucket(relayArrivalRule, clock);
    this.#offences = new TokenBucket(offenceRule, clock);
  }

  /** The server has asked the page for one more acknowledgement. */
  ask(): void {
    this.#asked++;
  }

  /** False beyond the offences that are forgiven (R4): then the page is told, and the connection ends. */
  offend(): boolean {
    return this.#pay(this.#offences, 1, 'offences');
  }

  stray(): boolean {
    return this.#pay(this.#strays, 1, 'strays');
  }

  /** It sent what no page sends, and what ends a connection at once. */
  breakRules(): void {
    this.#pay(this.#strays, Infinity, 'strays');
  }

  /** A Socket.IO packet, not yet parsed. */
  mayParse(data: unknown): boolean {
    if (this.#isCut) return false;
    if (typeof data !== 'string') return this.#mayRelay(data instanceof Uint8Array ? data.byteLength : 0);
    switch (data[0]) {
      case '2': // an event
        return this.#mayAnswer(data);
      case '3': // an acknowledgement
        if (this.#asked === 0 || data.length > maxAcknowledgementLength) return (void this.stray(), false);
        this.#asked--;
        return true;
      case '5': // an event with bytes, which follow
        return this.#mayRelay(data.length);
      default:
        return this.stray();
    }
  }

  #mayAnswer(data: string): boolean {
    const bytes = Math.min(Buffer.byteLength(data), maxMessageBytes);
    const spent = this.budget.spend(bytes, this.roomOf());
    if (spent === undefined) return true;
    const whose = spent === 'socket' ? '' : ` from this ${spent}`;
    const refusal: Reply = roomRefusal('rate-limited', `too many messages${whose}: wait a moment`);
    const [, id] = /^2(\d{1,15})\[/.exec(data) ?? [];
    if (id !== undefined) this.connection.write(`3${id}${JSON.stringify([refusal])}`);
    if (spent === 'socket') this.offend();
    return false;
  }

  #mayRelay(bytes: number): boolean {
    return this.#pay(this.#relayed, Math.max(minRelayedBytes, bytes), 'relayed');
  }

  /** Beyond what is in the bucket the connection ends. False: it has ended. */
  #pay(bucket: TokenBucket, cost: number, kind: CutKind): boolean {
    if (!bucket.take(cost) && !this.#isCut) {
      this.#isCut = true;
      this.onCut(kind);
      if (kind === 'offences') sayGoodbye(this.connection, this.clock);
      else cutOff(this.connection);
    }
    return !this.#isCut;
  }
}
