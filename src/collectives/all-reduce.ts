// One bucket's sum along the trees of a topology (topology.ts), event-driven: receiving never waits for sending. A
// partial sum is added, and a whole sum copied, as soon as it comes, and goes on while the next segments arrive. A
// partial sum that comes before its turn is kept until then, so that its link is never blocked.
// Invariants: `local` is never written. Every segment is taken exactly once and only from the member that its route
// names, so the sum contains each member exactly once (S2). An owner's bytes are forwarded unchanged (E2). `done` always
// settles. Launch the buckets in the same order at every member, or members could wait for each other.
import { assert } from '../base/assert';
import type { Clock } from '../base/clock';
import { waitFor, type Wait } from '../base/deadline';
import { rankOf, type MemberId, type View } from '../membership/view';
import { bitsOf, isBoundedSegment } from './bounded-segment';
import {
  misshapen,
  OwnPartError,
  RefusedError,
  type Offence,
  type OffenceCode,
  type UnfitSum,
} from './offence';
import { encodeReduceFrame, type CollectiveKey, type ReduceFrame } from './reduce-frame';
import { chunkSpan, segmentCount, segmentSpan, type ReducePhase, type Span } from './schedule';
import { SegmentCodec, type Compressed, type Compression } from './segment-codec';
import { chunkCount, routeOf, type Route, type Topology } from './topology';
import { TransferLog, type TransferTimings } from './transfer-log';

export interface AllReduceOptions {
  /** Of sumPathOf: the view has its links. */
  readonly topology: Topology;
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
  /** When no byte moves for this long, `done` rejects with a DeadlineError that names the members waited for (S5). */
  readonly stallMs?: number;
  /** Absent: as f32. */
  readonly compression?: Compression;
  /** Why a segment of the sum over `members` is refused; undefined: it is not. */
  readonly judge?: (values: Float32Array, members: readonly MemberId[]) => string | undefined;
  /** A peer broke the rules. The frame is dropped and the sum unchanged; a misshapen frame ends this attempt. */
  readonly report?: (offence: Offence) => void;
}

interface Outgoing {
  readonly phase: ReducePhase;
  readonly chunk: number;
  readonly segment: number;
}

/** One chunk at this position. */
interface Chunk extends Route {
  readonly span: Span;
  /** Index of its first segment among all of the bucket. */
  readonly firstSegment: number;
}

/** The segments that go to one member, in order. */
interface Lane {
  readonly to: MemberId;
  queue: Outgoing[];
  isPumping: boolean;
}

export const defaultStallMs = 30_000; // far above any regroup (≤ 5 s): membership decides first

export class AllReduce {
  readonly key: CollectiveKey;
  /** Resolves when the result is whole and the transport has taken every forward. Rejects on abort, stall, send failure. */
  readonly done: Promise<void>;

  readonly #options: AllReduceOptions;
  readonly #worldSize: number;
  readonly #chunks: readonly Chunk[];
  /** Segment → children whose partial sums are added. */
  readonly #added: Uint8Array;
  /** Segments whose whole sum is here. */
  readonly #isSummed: Uint8Array;
  /** Segments whose partial sum went to the parent. */
  readonly #isPassedOn: Uint8Array;
  /** Compressed: segment → the owner's bytes, which are forwarded unchanged. */
  readonly #whole = new Map<number, Uint8Array>();
  readonly #codec: SegmentCodec;
  /** 'segment/child' → a partial sum that came before its turn. */
  readonly #early = new Map<string, Float32Array>();
  /** Member → the number of segments still to come from it. */
  readonly #missing = new Map<MemberId, number>();
  /** Members that send to this one. */
  readonly #senders: ReadonlySet<MemberId>;
  /** S11d: it owns every chunk, so nobody else sees its own contribution alone. */
  readonly #isRoot: boolean;
  readonly #lanes = new Map<number, Lane>();
  readonly #parked: ReduceFrame[] = [];
  readonly #log: TransferLog;
  #firstSender: MemberId | undefined;
  #state: 'waiting' | 'running' | 'ended' = 'waiting';
  #end!: (error?: Error) => void;
  #stall: Wait<void> | undefined;

  constructor(options: AllReduceOptions) {
    const { view, self, local, result, topology } = options;
    const rank = rankOf(view, self);
    assert(rank >= 0, 'only a member of the view takes part in its collectives');
    assert(local.length === result.length, 'local and result have the same length');
    assert(local.buffer !== result.buffer || disjoint(local, result), 'local and result do not overlap');
    this.#options = options;
    this.key = options.key;
    this.#worldSize = view.members.length;
    const position = view.ring.indexOf(rank);
    const count = chunkCount(topology, this.#worldSize);
    let segments = 0;
    this.#chunks = Array.from({ length: count }, (_, chunk) => {
      const span = chunkSpan(local.length, count, chunk);
      const firstSegment = segments;
      segments += segmentCount(span);
      return { ...routeOf(topology, this.#worldSize, position, chunk), span, firstSegment };
    });
    this.#codec = new SegmentCodec(options.compression, local.length);
    this.#added = new Uint8Array(segments);
    this.#isSummed = new Uint8Array(segments);
    this.#isPassedOn = new Uint8Array(segments);
    for (const { children, source, parent, to, span } of this.#chunks) {
      for (const child of children) this.#expect(child.position, segmentCount(span));
      if (source !== undefined) this.#expect(source, segmentCount(span));
      for (const target of parent === undefined ? to : [parent, ...to]) this.#laneTo(target);
    }
    this.#senders = new Set(this.#missing.keys());
    this.#isRoot = this.#chunks.every(({ parent }) => parent === undefined);
    this.#log = new TransferLog(options.clock);
    this.done = new Promise((resolve, reject) => {
      this.#end = (error) => {
        if (this.#state === 'ended') return;
        this.#state = 'ended';
        for (const lane of this.#lanes.values()) lane.queue = [];
        this.#early.clear();
        this.#whole.clear();
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
    const missing = (): string =>
      `bucket ${key.bucket} of step ${key.step} from ${this.waitsFor.join(', ') || 'its own links'}`;
    this.#stall = waitFor(clock, stallMs, missing);
    this.#stall.promise.catch((error: Error) => this.#end(error));
    for (const [chunk, { children, span }] of this.#chunks.entries())
      if (children.length === 0)
        for (let segment = 0; segment < segmentCount(span); segment++) this.#passOn(chunk, segment);
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
      if (offence) this.#options.report?.({ peer: frame.from, ...offence });
      if (offence && misshapen.has(offence.code)) this.#refuse(frame.from, offence.message);
      else if (!offence) this.#take(frame);
    }
    frame.consume();
    this.#endIfWhole();
  }

  abort(reason: Error): void {
    this.#end(reason);
  }

  /** Members from which segments are still to come. */
  get waitsFor(): readonly MemberId[] {
    return [...this.#missing.keys()];
  }

  sendsTo(member: MemberId): boolean {
    return [...this.#lanes.values()].some(({ to }) => to === member);
  }

  /** The member whose bytes came first; before that, one of those that are waited for. */
  get firstSender(): MemberId | undefined {
    return this.#firstSender ?? this.waitsFor[0];
  }

  timings(): TransferTimings {
    return this.#log.timings();
  }

  #memberAt(position: number): MemberId {
    const { members, ring } = this.#options.view;
    return members[ring[position]];
  }

  #expect(position: number, segments: number): void {
    if (segments === 0) return;
    const member = this.#memberAt(position);
    this.#missing.set(member, (this.#missing.get(member) ?? 0) + segments);
  }

  /** C3. */
  #offenceOf(frame: ReduceFrame): Omit<Offence, 'peer'> | undefined {
    const { phase, segment, payload, from } = frame;
    const named = `${phase} chunk ${frame.chunk} segment ${segment}`;
    const offence = (code: OffenceCode, message: string): Omit<Offence, 'peer'> => ({
      code,
      message: `${named}: ${message}`,
    });
    if (!this.#senders.has(from)) return offence('not-a-sender', 'nothing is expected from this member');
    const chunk = this.#chunks.at(frame.chunk);
    const child = chunk ? this.#childOf(chunk, from) : -1;
    const isExpected =
      phase === 'reduce-scatter'
        ? child >= 0
        : chunk?.source !== undefined && this.#memberAt(chunk.source) === from;
    if (!chunk || !isExpected) return offence('wrong-chunk', 'this member never sends it here');
    if (segment >= segmentCount(chunk.span)) return offence('wrong-segment', 'the chunk is shorter');
    const span = segmentSpan(chunk.span, segment);
    if (frame.offset !== this.#options.offset + span.start)
      return offence('wrong-offset', `${frame.offset} is not ${this.#options.offset + span.start}`);
    if (payload.byteLength !== this.#codec.encodedBytes(span.end - span.start))
      return offence('wrong-length', `${payload.byteLength} bytes for ${span.end - span.start} elements`);
    const index = chunk.firstSegment + segment;
    const isTaken =
      phase === 'reduce-scatter'
        ? child < this.#added[index] || this.#early.has(`${index}/${child}`)
        : this.#isSummed[index] === 1;
    if (isTaken) return offence('duplicate', 'already taken');
    if (phase === 'all-gather' && !this.#isPassedOn[index])
      return offence('too-early', 'this contribution has not been sent');
    return undefined;
  }

  #childOf({ children }: Chunk, member: MemberId): number {
    return children.findIndex(({ position }) => this.#memberAt(position) === member);
  }

  #take({ from, phase, chunk, segment, payload, frameBytes }: ReduceFrame): void {
    const { children, span, firstSegment, to } = this.#chunks[chunk];
    const { start, end } = segmentSpan(span, segment);
    const incoming = this.#codec.decode(payload, end - start);
    if (typeof incoming === 'string') return this.#refuse(from, `sent bytes that are no values: ${incoming}`);
    const index = firstSegment + segment;
    const child = this.#childOf(this.#chunks[chunk], from);
    const { members } = this.#options.view;
    const contributors =
      phase === 'all-gather' ? members : children[child].contributors.map((at) => this.#memberAt(at));
    const unfit = this.#judge(incoming, contributors);
    if (unfit) return this.#refuse(from, unfit.message);
    this.#log.received(frameBytes, payload.byteLength);
    this.#firstSender ??= from;
    this.#stall?.progress();
    const left = this.#missing.get(from)! - 1;
    if (left > 0) this.#missing.set(from, left);
    else this.#missing.delete(from);

    if (phase === 'all-gather') {
      this.#options.result.set(incoming, start);
      this.#isSummed[index] = 1;
      if (this.#options.compression && to.length > 0) this.#whole.set(index, payload.slice());
      for (const target of to) this.#push(target, { phase, chunk, segment });
    } else if (child > this.#added[index]) this.#early.set(`${index}/${child}`, incoming.slice());
    else this.#add(chunk, segment, incoming);
  }

  /** Adds the next child's partial sum, and those of the following children that are already here. */
  #add(chunk: number, segment: number, partial: Float32Array): void {
    const { children, span, firstSegment } = this.#chunks[chunk];
    const index = firstSegment + segment;
    const { start, end } = segmentSpan(span, segment);
    const { local, result } = this.#options;
    let incoming: Float32Array | undefined = partial;
    while (incoming) {
      const before: Float32Array = this.#added[index] === 0 ? local : result;
      // One f32 rounding per addition: the f64 sum of two f32, rounded to f32, equals the f32 sum.
      for (let i = start; i < end; i++) result[i] = incoming[i - start] + before[i];
      const next = `${index}/${++this.#added[index]}`;
      incoming = this.#early.get(next);
      this.#early.delete(next);
    }
    if (this.#added[index] === children.length) this.#passOn(chunk, segment);
  }

  /** Why the segment of a sum over `members` is refused; undefined: it is not (S13). */
  #judge(values: Float32Array, members: readonly MemberId[]): UnfitSum | undefined {
    if (!isBoundedSegment(bitsOf(values), members.length))
      return { kind: 'non-finite', message: 'sent numbers that are not finite, or too large for a sum' };
    const message = this.#options.judge?.(values, members);
    return message === undefined ? undefined : { kind: 'outlier', message };
  }

  /** All children are added: the partial sum goes to the parent, or the owner's whole sum to all. */
  #passOn(chunk: number, segment: number): void {
    const { parent, to, firstSegment, span } = this.#chunks[chunk];
    if (parent !== undefined) this.#push(parent, { phase: 'reduce-scatter', chunk, segment });
    else {
      const { start, end } = segmentSpan(span, segment);
      const { result, view } = this.#options;
      const index = firstSegment + segment;
      if (this.#options.compression) {
        const compressed = this.#compress(result, start, end);
        if (!compressed) return;
        this.#whole.set(index, compressed.bytes);
        result.set(compressed.decoded, start);
      }
      const unfit = this.#isRoot ? this.#judge(result.subarray(start, end), view.members) : undefined;
      if (unfit) return this.#end(new OwnPartError(unfit.kind));
      this.#isSummed[index] = 1;
      for (const target of to) this.#push(target, { phase: 'all-gather', chunk, segment });
    }
  }

  #refuse(member: MemberId, why: string): void {
    this.#end(new RefusedError(member, why));
  }

  #laneTo(position: number): Lane {
    let lane = this.#lanes.get(position);
    if (!lane)
      this.#lanes.set(position, (lane = { to: this.#memberAt(position), queue: [], isPumping: false }));
    return lane;
  }

  #push(position: number, outgoing: Outgoing): void {
    const lane = this.#laneTo(position);
    lane.queue.push(outgoing);
    if (!lane.isPumping) void this.#pump(lane);
  }

  /** Drains a lane at its link's pace. A frame is made when its turn comes, so the queue holds no copies. */
  async #pump(lane: Lane): Promise<void> {
    lane.isPumping = true;
    let next: Outgoing | undefined;
    while ((next = lane.queue.shift())) {
      const encoded = this.#encode(next);
      if (!encoded) return;
      const { bytes, payloadBytes } = encoded;
      const beganMs = this.#options.clock.now();
      try {
        await this.#options.send(lane.to, bytes);
      } catch (error) {
        this.#end(error instanceof Error ? error : new Error(String(error)));
        return;
      }
      if (this.#state === 'ended') return;
      this.#log.sent(beganMs, bytes.byteLength, payloadBytes);
      this.#stall?.progress();
    }
    lane.isPumping = false;
    this.#endIfWhole();
  }

  /** Undefined: the attempt is over. */
  #encode({ phase, chunk, segment }: Outgoing): { bytes: Uint8Array; payloadBytes: number } | undefined {
    const { children, span, firstSegment } = this.#chunks[chunk];
    const { start, end } = segmentSpan(span, segment);
    const { local, result, offset, key } = this.#options;
    const isOwnOnly = phase === 'reduce-scatter' && children.length === 0;
    const index = firstSegment + segment;
    const values = isOwnOnly ? local : result;
    if (phase === 'reduce-scatter') this.#isPassedOn[index] = 1;
    const isForwarded = this.#options.compression !== undefined && phase === 'all-gather';
    const payload = isForwarded ? this.#whole.get(index) : this.#compress(values, start, end)?.bytes;
    if (!payload) return undefined;
    const bytes = encodeReduceFrame(key, { phase, chunk, segment, offset: offset + start }, payload);
    return { bytes, payloadBytes: payload.byteLength };
  }

  /** Undefined: the values cannot be encoded, and the attempt is over. */
  #compress(values: Float32Array, start: number, end: number): Compressed | undefined {
    const compressed = this.#codec.encode(values, start, end);
    if (!compressed) this.#end(new OwnPartError('non-finite'));
    return compressed;
  }

  #endIfWhole(): void {
    if (
      this.#missing.size === 0 &&
      [...this.#lanes.values()].every(({ queue, isPumping }) => queue.length === 0 && !isPumping)
    )
      this.#end();
  }
}

function disjoint(a: Float32Array, b: Float32Array): boolean {
  return a.byteOffset + a.byteLength <= b.byteOffset || b.byteOffset + b.byteLength <= a.byteOffset;
}
