// One collective over one vector, along the trees of its plan (collective-plan.ts), event-driven: receiving never waits
// for sending. A partial sum is added, and a whole sum copied, as soon as it comes, and goes on while the next segments
// arrive. A partial sum that comes before its turn is kept until then, so that its link is never blocked. Invariants:
// `local` is never written. An owner's bytes are forwarded unchanged (E2). `done` always settles. Launch the buckets in
// the same order at every member, or members could wait for each other.
import { assert } from '../base/assert';
import { say, type Saying } from '../base/sayings';
import type { MemberId } from '../membership/view';
import { planOf, type CollectiveName, type CollectivePlan } from './collective-plan';
import { Exchange, type ExchangeOptions } from './exchange';
import type { EncodedSegment, Outgoing } from './lanes';
import { OwnPartError, type OffenceSaying } from './offence';
import { encodeReduceFrame, type ReduceFrame } from './reduce-frame';
import { segmentCount, segmentSpan, type Span } from './schedule';
import type { Compressed } from './segment-codec';
import { SegmentLedger } from './segment-ledger';
import type { TreePath } from './topology';

export interface CollectiveOptions extends ExchangeOptions {
  readonly collective: CollectiveName;
  /** The topology that sumPathOf names: the view has its links. */
  readonly topology: TreePath;
  /** The position that a broadcast begins at. */
  readonly root?: number;
  // Where nothing is summed, only the spans of `local` that this position owns are read. After a reduce-scatter only the
  // spans of `result` that it owns are whole.
}

export class Collective extends Exchange {
  readonly #plan: CollectivePlan;
  readonly #ledger: SegmentLedger;
  /** Compressed: segment → the owner's bytes, which are forwarded unchanged. */
  readonly #whole = new Map<number, Uint8Array>();
  /** S11d: it owns every chunk of a sum, so nobody else receives its own contribution alone. */
  readonly #isRoot: boolean;

  constructor(private readonly options: CollectiveOptions) {
    const { view, self, local, result, collective, topology, root } = options;
    assert(local.buffer !== result.buffer || disjoint(local, result), 'local and result do not overlap');
    const plan = planOf(collective, topology, view.members.length, root);
    const ledger = new SegmentLedger(plan, view, self, local.length);
    super(options, ledger.expected, ledger.targets);
    this.#plan = plan;
    this.#ledger = ledger;
    this.#isRoot = plan.climbs && ledger.chunks.every(({ parent }) => parent === undefined);
  }

  protected begin(): void {
    if (this.options.view.members.length === 1) return this.options.result.set(this.options.local);
    for (const [chunk, { children, parent, span }] of this.#ledger.chunks.entries())
      if (this.#plan.climbs ? children.length === 0 : parent === undefined)
        for (let segment = 0; segment < segmentCount(span); segment++) this.#passOn(chunk, segment);
  }

  protected segmentsOf(frame: ReduceFrame): number | undefined {
    return this.#ledger.segmentsOf(frame);
  }

  protected spanOf(chunk: number, segment: number): Span {
    return segmentSpan(this.#ledger.chunks[chunk].span, segment);
  }

  protected untimely(frame: ReduceFrame): OffenceSaying | undefined {
    return this.#ledger.untimely(frame);
  }

  protected placed({ phase, chunk, segment }: ReduceFrame, detail: OffenceSaying): Saying {
    return say('frame-refused', { phase, chunk, segment, detail });
  }

  protected take(frame: ReduceFrame): void {
    const { from, phase, chunk: at, segment, payload } = frame;
    const chunk = this.#ledger.chunks[at];
    const { start, end } = this.spanOf(at, segment);
    const incoming = this.codec.decode(payload, end - start);
    if (typeof incoming === 'string') return this.refuse(from, `sent bytes that are no values: ${incoming}`);
    const index = chunk.firstSegment + segment;
    const child = this.#ledger.childOf(chunk, from);
    const unfit = this.unfit(incoming, this.#contributors(phase, at, child));
    if (unfit) return this.refuse(from, unfit.message);
    this.took(frame);

    if (phase === 'all-gather') {
      this.options.result.set(incoming, start);
      this.#ledger.whole(index);
      if (this.options.compression && chunk.to.length > 0) this.#whole.set(index, payload.slice());
      this.#descend(at, segment);
    } else if (child > this.#ledger.nextChild(index)) this.#ledger.keep(index, child, incoming.slice());
    else this.#add(at, segment, incoming);
  }

  /** The members in a segment of this chunk from this child, or in a whole one. */
  #contributors(phase: ReduceFrame['phase'], chunk: number, child: number): readonly MemberId[] {
    if (phase === 'reduce-scatter')
      return this.#ledger.chunks[chunk].children[child].contributors.map((at) => this.#ledger.memberAt(at));
    return this.#plan.climbs ? this.options.view.members : [this.#ledger.memberAt(this.#plan.ownerOf(chunk))];
  }

  /** Adds the next child's partial sum, and those of the following children that are already here. */
  #add(at: number, segment: number, partial: Float32Array): void {
    const { children, firstSegment } = this.#ledger.chunks[at];
    const index = firstSegment + segment;
    const { start, end } = this.spanOf(at, segment);
    const { local, result } = this.options;
    let incoming: Float32Array | undefined = partial;
    while (incoming) {
      const before: Float32Array = this.#ledger.nextChild(index) === 0 ? local : result;
      // One f32 rounding per addition: the f64 sum of two f32, rounded to f32, equals the f32 sum.
      for (let i = start; i < end; i++) result[i] = incoming[i - start] + before[i];
      incoming = this.#ledger.added(index);
    }
    if (this.#ledger.nextChild(index) === children.length) this.#passOn(at, segment);
  }

  /** All children are added: the partial sum goes to the parent, or the owner has the whole. */
  #passOn(chunk: number, segment: number): void {
    const { parent } = this.#ledger.chunks[chunk];
    if (parent === undefined) this.#own(chunk, segment);
    else this.push(this.#ledger.memberAt(parent), { phase: 'reduce-scatter', chunk, segment });
  }

  /** The owner's whole segment. */
  #own(chunk: number, segment: number): void {
    const { start, end } = this.spanOf(chunk, segment);
    const { local, result, view, compression } = this.options;
    const index = this.#ledger.chunks[chunk].firstSegment + segment;
    if (!this.#plan.climbs) result.set(local.subarray(start, end), start);
    if (compression && this.#plan.descends) {
      const compressed = this.#compress(result, start, end);
      if (!compressed) return;
      this.#whole.set(index, compressed.bytes);
      result.set(compressed.decoded, start);
    }
    const unfit = this.#isRoot ? this.unfit(result.subarray(start, end), view.members) : undefined;
    if (unfit) return this.end(new OwnPartError(unfit.kind));
    this.#ledger.whole(index);
    this.#descend(chunk, segment);
  }

  #descend(chunk: number, segment: number): void {
    if (!this.#plan.descends) return;
    for (const target of this.#ledger.chunks[chunk].to)
      this.push(this.#ledger.memberAt(target), { phase: 'all-gather', chunk, segment });
  }

  protected encode({ phase, chunk, segment }: Outgoing): EncodedSegment | undefined {
    const { children, firstSegment } = this.#ledger.chunks[chunk];
    const { start, end } = this.spanOf(chunk, segment);
    const { local, result, offset, key } = this.options;
    const isOwnOnly = phase === 'reduce-scatter' && children.length === 0;
    const index = firstSegment + segment;
    const values = isOwnOnly ? local : result;
    if (phase === 'reduce-scatter') this.#ledger.passedOn(index);
    const isForwarded = this.options.compression !== undefined && phase === 'all-gather';
    const payload = isForwarded ? this.#whole.get(index) : this.#compress(values, start, end)?.bytes;
    if (!payload) return undefined;
    const bytes = encodeReduceFrame(key, { phase, chunk, segment, offset: offset + start }, payload);
    return { bytes, payloadBytes: payload.byteLength };
  }

  /** Undefined: the values cannot be encoded, and the attempt is over. */
  #compress(values: Float32Array, start: number, end: number): Compressed | undefined {
    const compressed = this.codec.encode(values, start, end);
    if (!compressed) this.end(new OwnPartError('non-finite'));
    return compressed;
  }

  protected release(): void {
    this.#ledger.end();
    this.#whole.clear();
  }
}

function disjoint(a: Float32Array, b: Float32Array): boolean {
  return a.byteOffset + a.byteLength <= b.byteOffset || b.byteOffset + b.byteLength <= a.byteOffset;
}
