// What collectives over segments share: frames that come before the start wait, members that segments are to come from
// are counted, a frame is taken only where its sender, place and length are right (C3), each link gets its frames in order
// and at its own pace, and the end is reached once.
// Invariants: receiving never waits for sending. Every frame is consumed exactly once. `done` always settles.
import { logged, say, type Saying } from '../base/sayings';
import { assert } from '../base/assert';
import type { Clock } from '../base/clock';
import { waitFor, type Wait } from '../base/deadline';
import { rankOf, type MemberId, type View } from '../membership/view';
import { bitsOf, isBoundedSegment } from './bounded-segment';
import type { Routable } from './frame-router';
import { Lanes, type EncodedSegment, type Outgoing } from './lanes';
import type { MoveLog } from './move-log';
import { misshapen, RefusedError, type Offence, type OffenceSaying, type UnfitSum } from './offence';
import type { CollectiveKey, ReduceFrame } from './reduce-frame';
import type { Span } from './schedule';
import { SegmentCodec, type Compression } from './segment-codec';
import { TransferLog, type TransferTimings } from './transfer-log';

export interface ExchangeOptions {
  readonly key: CollectiveKey;
  readonly view: View;
  readonly self: MemberId;
  /** This replica's contribution, no element beyond `largestPart`. Read only; do not change it before `done` settles. */
  readonly local: Float32Array;
  /** Becomes the result. Same length as `local`, not the same memory. */
  readonly result: Float32Array;
  /** Elements before this bucket in the flat vector; every frame names it, and it is checked. */
  readonly offset: number;
  /** Absent: as f32 (C12, C18). */
  readonly compression?: Compression;
  /** Why a segment of the sum over `members` is refused; undefined: it is not. */
  readonly judge?: (values: Float32Array, members: readonly MemberId[]) => string | undefined;
  /** Resolves when the transport has taken the frame; a rejection aborts this collective. */
  readonly send: (to: MemberId, bytes: Uint8Array) => Promise<void>;
  readonly clock: Clock;
  /** When no byte moves for this long, `done` rejects with a DeadlineError that names the members waited for (S5). */
  readonly stallMs?: number;
  /** Somebody looks at the chunks that leave and come. */
  readonly moves?: MoveLog;
  /** A peer broke the rules. The frame is dropped and the sum unchanged; a misshapen frame ends this attempt (C3a). */
  readonly report?: (offence: Offence) => void;
}

const defaultStallMs = 30_000; // far above any regroup (≤ 5 s): membership decides first

export abstract class Exchange implements Routable {
  readonly key: CollectiveKey;
  /** Resolves when all has come and the transport has taken every frame. Rejects on abort, stall, send failure. */
  readonly done: Promise<void>;

  protected readonly codec: SegmentCodec;

  readonly #base: ExchangeOptions;
  readonly #sources: ReadonlySet<MemberId>;
  /** Member → the number of segments still to come from it. */
  readonly #missing: Map<MemberId, number>;
  readonly #lanes: Lanes;
  readonly #parked: ReduceFrame[] = [];
  readonly #log: TransferLog;
  #firstSender: MemberId | undefined;
  readonly #heard = new Set<MemberId>();
  #state: 'waiting' | 'running' | 'ended' = 'waiting';
  #settle!: (error?: Error) => void;
  #stall: Wait<void> | undefined;

  /** `expected`: the segments that are to come, by member. `targets`: the members that frames go to. `longest`: the elements
   *  of a segment. */
  constructor(
    options: ExchangeOptions,
    expected: ReadonlyMap<MemberId, number>,
    targets: ReadonlySet<MemberId>,
    longest?: number,
  ) {
    const { clock, key, send, compression, view, self, local, result } = options;
    assert(rankOf(view, self) >= 0, 'only a member of the view takes part in its collectives');
    assert(local.length === result.length, 'local and result have the same length');
    this.#base = options;
    this.key = key;
    this.codec = new SegmentCodec(compression, local.length, longest);
    this.#sources = new Set(expected.keys());
    this.#missing = new Map(expected);
    this.#log = new TransferLog(clock);
    this.#lanes = new Lanes(targets, {
      encode: (outgoing, to) => {
        options.moves?.leaves(to, outgoing);
        return this.encode(outgoing);
      },
      send,
      now: () => clock.now(),
      onSent: (beganMs, { bytes, payloadBytes }) => {
        this.#log.sent(beganMs, bytes.byteLength, payloadBytes);
        this.#stall?.progress();
      },
      onFailed: (error) => this.end(error),
      onDrained: () => this.#endIfWhole(),
    });
    this.done = new Promise((resolve, reject) => {
      this.#settle = (error) => (error ? reject(error) : resolve());
    });
    // The caller that starts a collective awaits `done`. A rejection before that must not count as unhandled.
    this.done.catch(() => {});
  }

  /** This member sends what it has of its own. */
  protected abstract begin(): void;
  /** The number of segments of the frame's chunk that its sender sends to this member; undefined: it sends none. */
  protected abstract segmentsOf(frame: ReduceFrame): number | undefined;
  protected abstract spanOf(chunk: number, segment: number): Span;
  /** Why a frame that is right in itself is dropped all the same; undefined: it is not. */
  protected abstract untimely(frame: ReduceFrame): OffenceSaying | undefined;
  /** The offence with the place of the frame. */
  protected abstract placed(frame: ReduceFrame, detail: OffenceSaying): Saying;
  protected abstract take(frame: ReduceFrame): void;
  /** Undefined: the attempt is over. */
  protected abstract encode(outgoing: Outgoing): EncodedSegment | undefined;
  /** Frees what is kept for frames that will not be sent. */
  protected abstract release(): void;

  /** Takes part, now that the own part is ready. Takes the frames that arrived before. */
  start(): void {
    if (this.#state === 'ended') return;
    assert(this.#state === 'waiting', 'a collective starts once');
    this.#state = 'running';
    this.#log.start();
    const { clock, key, stallMs = defaultStallMs } = this.#base;
    const missing = (): string =>
      `bucket ${key.bucket} of step ${key.step} from ${this.waitsFor.join(', ') || 'its own links'}`;
    this.#stall = waitFor(clock, stallMs, missing);
    this.#stall.promise.catch((error: Error) => this.end(error));
    this.begin();
    for (const frame of this.#parked.splice(0)) this.receive(frame);
    this.#endIfWhole();
  }

  /** Takes the frame and gives its credit back: at once when running, else at `start` or at the end (C4). */
  receive(frame: ReduceFrame): void {
    if (this.#state === 'waiting') {
      this.#log.arrives();
      this.#firstSender ??= frame.from;
      this.#parked.push(frame);
      return;
    }
    if (this.#state === 'running') {
      const offence = this.#offenceOf(frame);
      if (offence) this.#blame(frame, offence);
      else this.take(frame);
    }
    frame.consume();
    this.#endIfWhole();
  }

  abort(reason: Error): void {
    this.end(reason);
  }

  /** It has sent what it can, and what it waits for may come. */
  get isRunning(): boolean {
    return this.#state === 'running';
  }

  get movedBytes(): number {
    return this.#log.movedBytes;
  }

  /** Members from which segments are still to come. */
  get waitsFor(): readonly MemberId[] {
    return [...this.#missing.keys()];
  }

  /** Those of them from which nothing has come. */
  get silent(): readonly MemberId[] {
    return this.waitsFor.filter((member) => !this.#heard.has(member));
  }

  sendsTo(member: MemberId): boolean {
    return this.#lanes.sendsTo(member);
  }

  /** The member whose bytes arrived first; before that, one of those that are waited for. */
  get firstSender(): MemberId | undefined {
    return this.#firstSender ?? this.waitsFor[0];
  }

  timings(): TransferTimings {
    return this.#log.timings();
  }

  /** The frame was in order. */
  protected took(frame: ReduceFrame): void {
    const { from, frameBytes, payload } = frame;
    this.#log.received(frameBytes, payload.byteLength);
    this.#base.moves?.comes(from, frame, payload.byteLength, this.segmentsOf(frame)!);
    this.#firstSender ??= from;
    this.#heard.add(from);
    this.#stall?.progress();
    const left = this.#missing.get(from)! - 1;
    if (left > 0) this.#missing.set(from, left);
    else this.#missing.delete(from);
  }

  /** Why a segment of a sum over `members` is refused; undefined: it is not (S13). */
  protected unfit(values: Float32Array, members: readonly MemberId[]): UnfitSum | undefined {
    if (!isBoundedSegment(bitsOf(values), members.length))
      return { kind: 'non-finite', message: 'sent numbers that are not finite, or too large for a sum' };
    const message = this.#base.judge?.(values, members);
    return message === undefined ? undefined : { kind: 'outlier', message };
  }

  protected push(to: MemberId, outgoing: Outgoing): void {
    this.#lanes.push(to, outgoing);
  }

  protected refuse(member: MemberId, why: string): void {
    this.end(new RefusedError(member, why));
  }

  protected end(error?: Error): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#lanes.end();
    this.release();
    for (const frame of this.#parked.splice(0)) frame.consume();
    this.#log.end();
    this.#settle(error);
    this.#stall?.settle();
  }

  /** Why the frame is dropped; undefined: it is not (C3). */
  #offenceOf(frame: ReduceFrame): OffenceSaying | undefined {
    const { from, chunk, segment, payload } = frame;
    if (!this.#sources.has(from)) return say('not-a-sender');
    const count = this.segmentsOf(frame);
    if (count === undefined) return say('wrong-chunk');
    if (segment >= count) return say('wrong-segment', { count });
    const { start, end } = this.spanOf(chunk, segment);
    const offset = this.#base.offset + start;
    if (frame.offset !== offset) return say('wrong-offset', { got: frame.offset, expected: offset });
    const bytes = this.codec.encodedBytes(end - start);
    if (payload.byteLength !== bytes)
      return say('wrong-length', { got: payload.byteLength, expected: bytes });
    return this.untimely(frame);
  }

  #blame(frame: ReduceFrame, offence: OffenceSaying): void {
    const { code } = offence;
    const says = this.placed(frame, offence);
    this.#base.report?.({ peer: frame.from, code, says });
    if (misshapen.has(code)) this.refuse(frame.from, logged(says));
  }

  #endIfWhole(): void {
    if (this.#state === 'running' && this.#missing.size === 0 && this.#lanes.isEmpty) this.end();
  }
}
