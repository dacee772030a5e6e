// One bucket's sum around the ring (schedule.ts), event-driven: receiving never waits for sending. A received segment is
// added (reduce-scatter) or copied (all-gather) at once, and forwarded while the next ones arrive.
// Invariants: `local` is never written. Every segment is taken exactly once and only from the predecessor, so the sum
// contains each member exactly once (S2). An owner's bytes are forwarded unchanged (E2). `done` always settles.
// Launch the buckets in the same order at every member, or members could wait for each other.
import { assert } from '../base/assert';
import type { Clock } from '../base/clock';
import { waitFor, type Wait } from '../base/deadline';
import { predecessorOf, rankOf, successorOf, type MemberId, type View } from '../membership/view';
import { bitsOf, isBoundedSegment } from './bounded-segment';
import { encodeReduceFrame, type CollectiveKey, type ReduceFrame } from './reduce-frame';
import {
  chunkSpan,
  ringSteps,
  segmentCount,
  segmentSpan,
  stepReceiving,
  type ReducePhase,
  type Span,
} from './schedule';
import { TransferLog, type TransferTimings } from './transfer-log';

export interface RingAllReduceOptions {
  readonly view: View;
  readonly self: MemberId;
  readonly key: CollectiveKey;
  /** This replica's contribution, no element beyond `largestPart`. Read only; do not change it before `done` settles. */
  readonly local: Float32Array;
  /** Partial sums, then the sum. Same length as `local`, not the same memory. */
  readonly result: Float32Array;
  /** Elements before this bucket in the flat vector; every frame names it, and it is checked. */
  readonly offset: number;
  /** Resolves when the transport has taken the frame; a rejection aborts this collective. */
  readonly send: (to: MemberId, bytes: Uint8Array) => Promise<void>;
  readonly clock: Clock;
  /** When no byte moves for this long, `done` rejects with a DeadlineError that names the predecessor (S5). */
  readonly stallMs?: number;
  /** Why the predecessor's own contribution is an outlier, which is refused; undefined: it is not. */
  readonly judge?: (values: Float32Array) => string | undefined;
  /** A peer broke the rules. The frame is dropped and the sum unchanged; a misshapen frame ends this attempt. */
  readonly report?: (offence: Offence) => void;
}

export type OffenceCode =
  | 'not-predecessor' // only the predecessor may send bulk frames of this collective
  | 'wrong-chunk' // no such chunk, or this position never receives it in this phase
  | 'wrong-segment'
  | 'wrong-offset'
  | 'wrong-length'
  | 'duplicate'
  | 'too-early'; // a whole sum before this replica has sent its contribution to it

/** Offences of the predecessor after which the right segment will not come, so that the sum cannot become whole. */
const misshapen: ReadonlySet<OffenceCode> = new Set([
  'wrong-chunk',
  'wrong-segment',
  'wrong-offset',
  'wrong-length',
]);

export interface Offence {
  readonly peer: MemberId;
  readonly code: OffenceCode;
  readonly message: string;
}

/** The predecessor sent bytes that no honest member sends: it is to blame that this attempt is over (S11). */
export class RefusedError extends Error {
  override name = 'RefusedError';
  constructor(
    readonly member: MemberId,
    message: string,
  ) {
    super(message);
  }
}

interface Outgoing {
  readonly phase: ReducePhase;
  readonly chunk: number;
  readonly segment: number;
}

export const defaultStallMs = 30_000; // far above any regroup (≤ 5 s): membership decides first

export class RingAllReduce {
  readonly key: CollectiveKey;
  /** Resolves when the result is whole and the transport has taken every forward. Rejects on abort, stall, send failure. */
  readonly done: Promise<void>;

  readonly #options: RingAllReduceOptions;
  readonly #worldSize: number;
  readonly #position: number;
  readonly #predecessor: MemberId;
  readonly #successor: MemberId;
  readonly #chunks: readonly Span[];
  /** Index of a chunk's first segment in the two tables below. */
  readonly #firstSegment: readonly number[];
  readonly #received: Record<ReducePhase, Uint8Array>;
  readonly #partialSent: Uint8Array;
  readonly #parked: ReduceFrame[] = [];
  readonly #log: TransferLog;
  #queue: Outgoing[] = [];
  #pumping = false;
  #missing: number;
  #state: 'waiting' | 'running' | 'ended' = 'waiting';
  #end!: (error?: Error) => void;
  #stall: Wait<void> | undefined;

  constructor(options: RingAllReduceOptions) {
    const { view, self, local, result } = options;
    const rank = rankOf(view, self);
    assert(rank >= 0, 'only a member of the view takes part in its collectives');
    assert(local.length === result.length, 'local and result have the same length');
    assert(local.buffer !== result.buffer || disjoint(local, result), 'local and result do not overlap');
    this.#options = options;
    this.key = options.key;
    this.#worldSize = view.members.length;
    this.#position = view.ring.indexOf(rank);
    this.#predecessor = predecessorOf(view, self);
    this.#successor = successorOf(view, self);
    const chunks = Array.from({ length: this.#worldSize }, (_, chunk) =>
      chunkSpan(local.length, this.#worldSize, chunk),
    );
    this.#chunks = chunks;
    let segments = 0;
    this.#firstSegment = chunks.map((chunk) => (segments += segmentCount(chunk)) - segmentCount(chunk));
    this.#received = { 'reduce-scatter': new Uint8Array(segments), 'all-gather': new Uint8Array(segments) };
    this.#partialSent = new Uint8Array(segments);
    this.#missing = this.#expectedSegments();
    this.#log = new TransferLog(options.clock);
    this.done = new Promise((resolve, reject) => {
      this.#end = (error) => {
        if (this.#state === 'ended') return;
        this.#state = 'ended';
        this.#queue = [];
        for (const frame of this.#parked.splice(0)) frame.consume();
        this.#log.end();
        if (error) reject(error);
        else resolve();
        this.#stall?.settle();
      };
    });
    // The caller that starts a collective awaits `done`. A rejection before that must not count as unhandled.
    this.done.catch(() => {});
  }

  /** Takes part, now that `local` is filled. Adds the frames that came before. */
  start(): void {
    if (this.#state === 'ended') return;
    assert(this.#state === 'waiting', 'a collective starts once');
    this.#state = 'running';
    this.#log.start();
    if (this.#worldSize === 1) {
      this.#options.result.set(this.#options.local);
      this.#end();
      return;
    }
    const { clock, key, stallMs = defaultStallMs } = this.#options;
    this.#stall = waitFor(
      clock,
      stallMs,
      `bucket ${key.bucket} of step ${key.step} from ${this.#predecessor}`,
    );
    this.#stall.promise.catch((error: Error) => this.#end(error));
    this.#enqueue('reduce-scatter', this.#position);
    for (const frame of this.#parked.splice(0)) this.receive(frame);
    this.#endIfWhole();
  }

  /** Takes the frame and gives its credit back: at once when running, else at `start` or at the end (C4). */
  receive(frame: ReduceFrame): void {
    if (this.#state === 'waiting') {
      this.#log.arrives();
      this.#parked.push(frame);
      return;
    }
    if (this.#state === 'running') {
      const offence = this.#offenceOf(frame);
      if (offence) this.#options.report?.({ peer: frame.from, ...offence });
      if (offence && misshapen.has(offence.code)) this.#refuse(offence.message);
      else if (!offence) this.#take(frame);
    }
    frame.consume();
    this.#endIfWhole();
  }

  abort(reason: Error): void {
    this.#end(reason);
  }

  /** Every element of `result` is the whole sum; forwards may still be on their way. */
  get isWhole(): boolean {
    return this.#state !== 'waiting' && this.#missing === 0;
  }

  get predecessor(): MemberId {
    return this.#predecessor;
  }

  timings(): TransferTimings {
    return this.#log.timings();
  }

  #expectedSegments(): number {
    let sum = 0;
    for (const phase of ['reduce-scatter', 'all-gather'] as const)
      this.#chunks.forEach((span, chunk) => {
        if (this.#stepOf(phase, chunk) !== undefined) sum += segmentCount(span);
      });
    return sum;
  }

  #stepOf(phase: ReducePhase, chunk: number): number | undefined {
    return stepReceiving(phase, this.#position, chunk, this.#worldSize);
  }

  /** C3. */
  #offenceOf(frame: ReduceFrame): Omit<Offence, 'peer'> | undefined {
    const { phase, chunk, segment, payload } = frame;
    const named = `${phase} chunk ${chunk} segment ${segment}`;
    const offence = (code: OffenceCode, message: string): Omit<Offence, 'peer'> => ({
      code,
      message: `${named}: ${message}`,
    });
    if (frame.from !== this.#predecessor)
      return offence('not-predecessor', `expected from ${this.#predecessor}`);
    if (chunk >= this.#worldSize || this.#stepOf(phase, chunk) === undefined)
      return offence('wrong-chunk', `not received at ring position ${this.#position}`);
    if (segment >= segmentCount(this.#chunks[chunk])) return offence('wrong-segment', 'the chunk is shorter');
    const span = segmentSpan(this.#chunks[chunk], segment);
    if (frame.offset !== this.#options.offset + span.start)
      return offence('wrong-offset', `${frame.offset} is not ${this.#options.offset + span.start}`);
    if (payload.byteLength !== 4 * (span.end - span.start))
      return offence('wrong-length', `${payload.byteLength} bytes for ${span.end - span.start} elements`);
    const index = this.#firstSegment[chunk] + segment;
    if (this.#received[phase][index]) return offence('duplicate', 'already taken');
    if (phase === 'all-gather' && !this.#partialSent[index])
      return offence('too-early', 'this contribution has not been sent');
    return undefined;
  }

  #take({ phase, chunk, segment, payload, frameBytes }: ReduceFrame): void {
    const { start, end } = segmentSpan(this.#chunks[chunk], segment);
    const incoming = floatsOf(payload);
    const { local, result, judge } = this.#options;
    const step = this.#stepOf(phase, chunk)!;
    const parts = phase === 'all-gather' ? this.#worldSize : step + 1;
    if (!isBoundedSegment(bitsOf(incoming), parts))
      return this.#refuse('sent numbers that are not finite, or too large for a sum');
    const outlier = phase === 'reduce-scatter' && step === 0 ? judge?.(incoming) : undefined;
    if (outlier) return this.#refuse(outlier);
    if (phase === 'all-gather') result.set(incoming, start);
    // One f32 rounding per addition: the f64 sum of two f32, rounded to f32, equals the f32 sum.
    else for (let i = start; i < end; i++) result[i] = incoming[i - start] + local[i];
    const index = this.#firstSegment[chunk] + segment;
    this.#received[phase][index] = 1;
    this.#missing--;
    this.#log.received(frameBytes, payload.byteLength);
    this.#stall?.progress();

    const isLastStep = step === ringSteps(this.#worldSize) - 1;
    if (!isLastStep) this.#push({ phase, chunk, segment });
    else if (phase === 'reduce-scatter') this.#push({ phase: 'all-gather', chunk, segment });
  }

  #refuse(why: string): void {
    this.#end(new RefusedError(this.#predecessor, why));
  }

  #enqueue(phase: ReducePhase, chunk: number): void {
    for (let segment = 0; segment < segmentCount(this.#chunks[chunk]); segment++)
      this.#push({ phase, chunk, segment });
  }

  #push(outgoing: Outgoing): void {
    this.#queue.push(outgoing);
    if (!this.#pumping) void this.#pump();
  }

  /** Drains the queue at the link's pace. A frame is made when its turn comes, so the queue holds no copies. */
  async #pump(): Promise<void> {
    this.#pumping = true;
    let next: Outgoing | undefined;
    while ((next = this.#queue.shift())) {
      const { bytes, payloadBytes } = this.#encode(next);
      this.#log.sendBegins();
      try {
        await this.#options.send(this.#successor, bytes);
      } catch (error) {
        this.#end(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (this.#state === 'ended') return;
      this.#log.sent(bytes.byteLength, payloadBytes);
      this.#stall?.progress();
    }
    this.#pumping = false;
    this.#endIfWhole();
  }

  #encode({ phase, chunk, segment }: Outgoing): { bytes: Uint8Array; payloadBytes: number } {
    const { start, end } = segmentSpan(this.#chunks[chunk], segment);
    const { local, result, offset, key } = this.#options;
    const isFirstHop = phase === 'reduce-scatter' && chunk === this.#position;
    const values = (isFirstHop ? local : result).subarray(start, end);
    if (phase === 'reduce-scatter') this.#partialSent[this.#firstSegment[chunk] + segment] = 1;
    const place = { phase, chunk, segment, offset: offset + start };
    const bytes = encodeReduceFrame(key, place, values);
    return { bytes, payloadBytes: values.byteLength };
  }

  #endIfWhole(): void {
    if (this.isWhole && !this.#pumping && this.#queue.length === 0) this.#end();
  }
}

/** The payload as f32: a view where its bytes are aligned, else a copy. */
function floatsOf(payload: Uint8Array): Float32Array {
  if (payload.byteOffset % 4 === 0)
    return new Float32Array(payload.buffer, payload.byteOffset, payload.byteLength / 4);
  return new Float32Array(payload.slice().buffer);
}

function disjoint(a: Float32Array, b: Float32Array): boolean {
  return a.byteOffset + a.byteLength <= b.byteOffset || b.byteOffset + b.byteLength <= a.byteOffset;
}
