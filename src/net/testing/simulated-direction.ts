// One direction of a simulated wire: a line of limited bandwidth, then a delay that never reorders. It has its own time,
// which stops while the line is cut, so that a cut does not change the messages under way. At most one timer is set, for
// the next arrival or the next drain.
import type { Clock } from '../../base/clock';
import type { Prng } from '../../base/prng';
import type { Channel } from '../link/link';
import type { SharedAir } from './shared-air';

export interface PathConditions {
  readonly delayMs: number;
  /** A uniform random addition to the delay; it never reorders. */
  readonly jitterMs: number;
  readonly bytesPerSecond: number;
  /** Share of messages that are lost and sent again after `repeatMs`; the messages behind them wait. */
  readonly loss?: number;
  readonly repeatMs?: number;
  /** The air shared by all paths that name it, in place of a separate line. */
  readonly air?: SharedAir;
}

/** `open` and `close` travel like messages, so that they arrive in order. */
export type Parcel =
  | { readonly kind: 'message'; readonly channel: Channel; readonly bytes: Uint8Array }
  | { readonly kind: 'open' }
  | { readonly kind: 'close'; readonly why: string };

interface Underway {
  readonly parcel: Parcel;
  readonly bulkBytes: number;
  /** Both in the direction's time. */
  readonly departsMs: number;
  readonly arrivesMs: number;
}

export interface DirectionEnds {
  /** Can the receiving end take parcels now (started, awake, alive)? */
  canArrive(): boolean;
  arrive(parcel: Parcel): void;
  drain(): void;
}

/** The headers of SCTP, DTLS, UDP and IP per message, roughly. */
const overheadBytes = 100;

export class SimulatedDirection {
  #queue: Underway[] = [];
  #departed = 0; // how many at the head of the queue have left the sender
  #lineFreeMs = 0;
  #lastArrivalMs = 0;
  #bulkBytes = 0;
  #drainBytes = 0;
  #drainWanted = false;
  #cutAtMs: number | undefined;
  #standstillMs = 0;
  #timerMs = Infinity;
  #cancelTimer: (() => void) | undefined;
  #running = false;

  constructor(
    private readonly clock: Clock,
    private readonly random: Prng,
    private readonly ends: DirectionEnds,
    public conditions: PathConditions,
    private readonly from: string,
    private readonly to: string,
  ) {}

  get isCut(): boolean {
    return this.#cutAtMs !== undefined;
  }

  send(parcel: Parcel): void {
    const { delayMs, jitterMs } = this.conditions;
    const length = parcel.kind === 'message' ? parcel.bytes.byteLength : 0;
    const bulkBytes = parcel.kind === 'message' && parcel.channel === 'bulk' ? length : 0;
    const { departsMs, waitsMs } = this.#depart(length + overheadBytes);
    const lossMs = this.#lossMs();
    const arrivesMs = Math.max(
      this.#lastArrivalMs,
      departsMs + waitsMs + lossMs + delayMs + (jitterMs > 0 ? jitterMs * this.random.float() : 0),
    );
    this.#lineFreeMs = departsMs;
    this.#lastArrivalMs = arrivesMs;
    this.#queue.push({ parcel, bulkBytes, departsMs, arrivesMs });
    this.#bulkBytes += bulkBytes;
    if (bulkBytes > 0 && this.#bulkBytes > this.#drainBytes) this.#drainWanted = true;
    this.#arm();
  }

  /** Bulk bytes that have not left the sender. */
  bufferedBytes(): number {
    const nowMs = this.#nowMs();
    while (this.#departed < this.#queue.length && this.#queue[this.#departed].departsMs <= nowMs)
      this.#bulkBytes -= this.#queue[this.#departed++].bulkBytes;
    return this.#bulkBytes;
  }

  drainBelow(bytes: number): void {
    this.#drainBytes = bytes;
    this.#drainWanted = this.#bulkBytes > 0;
    this.#arm();
  }

  cut(): void {
    this.#cutAtMs ??= this.clock.now();
    this.#disarm();
  }

  restore(): void {
    if (this.#cutAtMs === undefined) return;
    this.#standstillMs += this.clock.now() - this.#cutAtMs;
    this.#cutAtMs = undefined;
    this.#arm();
  }

  /** The receiving end can take parcels now. */
  resume(): void {
    this.#arm();
  }

  /** The sender died: messages that have not left it are dropped. */
  dropUnsent(): void {
    this.bufferedBytes();
    this.#queue.length = this.#departed;
    this.#bulkBytes = 0;
    this.#lastArrivalMs = this.#queue.at(-1)?.arrivesMs ?? 0;
  }

  stop(): void {
    this.#disarm();
    this.#queue = [];
    this.#departed = 0;
    this.#bulkBytes = 0;
    this.#drainWanted = false;
  }

  /** When the last byte has left, and the delay by repetitions after that. */
  #depart(bytes: number): { readonly departsMs: number; readonly waitsMs: number } {
    const { bytesPerSecond, air } = this.conditions;
    const nowMs = this.#nowMs();
    if (!air)
      return { departsMs: Math.max(nowMs, this.#lineFreeMs) + (bytes * 1000) / bytesPerSecond, waitsMs: 0 };
    const { departsMs, waitsMs } = air.cross(this.clock.now(), bytes, this.from, this.to);
    return { departsMs: Math.max(this.#lineFreeMs, departsMs - this.clock.now() + nowMs), waitsMs };
  }

  #lossMs(): number {
    const { loss = 0, repeatMs = 0 } = this.conditions;
    let ms = 0;
    while (loss > 0 && this.random.float() < loss) ms += repeatMs;
    return ms;
  }

  #nowMs(): number {
    return (this.#cutAtMs ?? this.clock.now()) - this.#standstillMs;
  }

  #arm(): void {
    if (this.#cutAtMs !== undefined || this.#running) return;
    let nextMs = Infinity;
    if (this.#queue.length > 0 && this.ends.canArrive()) nextMs = this.#queue[0].arrivesMs;
    if (this.#drainWanted) nextMs = Math.min(nextMs, this.#drainsMs());
    if (nextMs >= this.#timerMs) return;
    this.#disarm();
    if (nextMs === Infinity) return;
    this.#timerMs = nextMs;
    this.#cancelTimer = this.clock.after(nextMs - this.#nowMs(), () => this.#run());
  }

  #disarm(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#timerMs = Infinity;
  }

  /** When the queue falls to the mark. */
  #drainsMs(): number {
    let left = 0;
    for (let i = this.#queue.length - 1; i >= this.#departed; i--) {
      left += this.#queue[i].bulkBytes;
      if (left > this.#drainBytes) return this.#queue[i].departsMs;
    }
    return this.#nowMs();
  }

  #run(): void {
    this.#cancelTimer = undefined;
    this.#timerMs = Infinity;
    this.#running = true;
    // Floating point may round a timer's time down.
    const nowMs = this.#nowMs() + 1e-6;
    while (this.#queue.length > 0 && this.#queue[0].arrivesMs <= nowMs && this.#cutAtMs === undefined) {
      if (!this.ends.canArrive()) break;
      this.bufferedBytes();
      const { parcel, bulkBytes } = this.#queue.shift()!;
      if (this.#departed > 0) this.#departed--;
      else this.#bulkBytes -= bulkBytes;
      this.ends.arrive(parcel);
    }
    if (this.#drainWanted && (this.bufferedBytes() <= this.#drainBytes || this.#drainsMs() <= nowMs)) {
      this.#drainWanted = false;
      this.ends.drain();
    }
    this.#running = false;
    this.#arm();
  }
}
