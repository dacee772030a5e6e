// One bucket's sum where encoded parts do not add up on the way (C10), where it is so small that one message costs less
// than many in a row (C12), or where every part is judged by itself (S25). Every contributor encodes its part once. All
// members get these bytes unchanged, decode them and add in the same order, so all hold the same bits (E2). A contributor
// sends to all others, or its bytes go around the ring (C10a): the sum has the same bits.
// Invariants: `local` is never written. Each segment of each contribution is taken once, and only from the member that
// is to send it (S2). A segment is judged before it is added or passed on (C10c).
import { say, type Saying } from '../base/sayings';
import { assert } from '../base/assert';
import { predecessorOf, rankOf, successorOf, type MemberId, type View } from '../membership/view';
import { Exchange, type ExchangeOptions } from './exchange';
import type { EncodedSegment, Outgoing } from './lanes';
import { OwnPartError, type OffenceSaying } from './offence';
import { encodeReduceFrame, type ReduceFrame } from './reduce-frame';
import { chunkSpan, segmentElements, type Span } from './schedule';
import { chunkCount, type GatheredPath, ownerOf, routeOf, type TreePath } from './topology';

export interface GatheredSumOptions extends ExchangeOptions {
  readonly path: GatheredPath;
  /** The members whose parts enter the sum; the others send nothing and receive all (C10b). */
  readonly contributors: readonly MemberId[];
  /** Whose order of additions it keeps, of at most `segmentElements`; absent: by rank. */
  readonly order?: TreePath;
  /** S25: whatever the codec, in short segments, and its own part is judged as the others judge it (C12b). */
  readonly isBounded?: boolean;
}

/** 16 blocks of a sparse codec, so that no block is cut. At its largest share top-k makes 57,344 bytes of them. */
export const gatheredSegment = 16 * 4096;
/** The number of blocks that a frame can carry of f32. */
export const boundedSegment = 3 * 4096;

function longestSegment({ order, isBounded, compression }: GatheredSumOptions): number {
  if (order) return segmentElements;
  const fits = compression && compression.codec.encodedBytes(gatheredSegment) <= 4 * segmentElements;
  return fits && !isBounded ? gatheredSegment : boundedSegment;
}

export class GatheredSum extends Exchange {
  /** The contributors in the order of their addition. */
  readonly #contributors: readonly MemberId[];
  readonly #segments: number;
  /** Elements; the last one may be shorter. */
  readonly #segmentLength: number;
  /** Segment → the number of contributions added. */
  readonly #added: Uint8Array;
  /** Whether a segment of a contributor is here, by contributor and segment. */
  readonly #isTaken: Uint8Array;
  /** Bytes that are still to be added, or may still be sent, by contributor and segment. */
  readonly #encoded = new Map<number, Uint8Array>();

  constructor(private readonly options: GatheredSumOptions) {
    const { path, view, self, local, contributors, order } = options;
    const segmentLength = longestSegment(options);
    assert(!order || (!options.compression && local.length <= segmentLength), 'trees add one segment of f32');
    const segments = Math.ceil(local.length / segmentLength);
    const inOrder = view.members.filter((member) => contributors.includes(member));
    const expected = new Map<MemberId, number>();
    const targets = new Set<MemberId>();
    for (const contributor of segments > 0 ? inOrder : []) {
      const source = sourceOf(path, view, self, contributor);
      if (source !== undefined) expected.set(source, (expected.get(source) ?? 0) + segments);
      for (const target of gatheredTargets(path, view, self, contributor)) targets.add(target);
    }
    super(options, expected, targets, segmentLength);
    this.#contributors = inOrder;
    this.#segments = segments;
    this.#segmentLength = segmentLength;
    this.#added = new Uint8Array(segments);
    this.#isTaken = new Uint8Array(inOrder.length * segments);
  }

  protected begin(): void {
    const { self, local, result, compression, isBounded = false } = this.options;
    const judgesOwn = isBounded || !compression;
    if (this.#contributors.length === 0) result.fill(0);
    const order = this.#contributors.indexOf(self);
    if (order < 0) compression?.dropped.fill(0);
    else
      for (let segment = 0; segment < this.#segments; segment++) {
        const { start, end } = this.spanOf(0, segment);
        const own = this.codec.encode(local, start, end);
        if (!own) return this.end(new OwnPartError('non-finite'));
        const unfit = judgesOwn ? this.unfit(own.decoded, [self]) : undefined;
        if (unfit) return this.end(new OwnPartError(unfit.kind));
        this.#arrived(order, segment, own.bytes, own.decoded);
      }
  }

  protected segmentsOf({ phase, chunk, from }: ReduceFrame): number | undefined {
    const { path, view, self } = this.options;
    const contributor = view.members.at(chunk);
    if (contributor === undefined || !this.#contributors.includes(contributor)) return undefined;
    const isExpected = phase === 'all-gather' && sourceOf(path, view, self, contributor) === from;
    return isExpected ? this.#segments : undefined;
  }

  protected spanOf(_: number, segment: number): Span {
    const start = segment * this.#segmentLength;
    return { start, end: Math.min(start + this.#segmentLength, this.options.local.length) };
  }

  protected untimely({ chunk, segment }: ReduceFrame): OffenceSaying | undefined {
    const order = this.#contributors.indexOf(this.options.view.members[chunk]);
    return this.#isTaken[this.#indexOf(order, segment)] ? say('duplicate') : undefined;
  }

  protected placed({ chunk, segment }: ReduceFrame, detail: OffenceSaying): Saying {
    return say('contribution-refused', { chunk, segment, detail });
  }

  protected take(frame: ReduceFrame): void {
    const { from, segment, payload } = frame;
    const contributor = this.options.view.members[frame.chunk];
    const { start, end } = this.spanOf(0, segment);
    const values = this.codec.decode(payload, end - start);
    if (typeof values === 'string') return this.refuse(from, `sent bytes that are no values: ${values}`);
    const unfit = this.unfit(values, [contributor]); // S13a
    if (unfit) return this.refuse(from, unfit.message);
    this.took(frame);
    const order = this.#contributors.indexOf(contributor);
    this.#arrived(order, segment, payload.slice(), values); // a copy: the frame is consumed before the bytes are used
  }

  protected encode({ phase, chunk, segment }: Outgoing): EncodedSegment {
    const { key, view, offset } = this.options;
    const payload = this.#encoded.get(
      this.#indexOf(this.#contributors.indexOf(view.members[chunk]), segment),
    )!;
    const place = { phase, chunk, segment, offset: offset + this.spanOf(0, segment).start };
    return { bytes: encodeReduceFrame(key, place, payload), payloadBytes: payload.byteLength };
  }

  protected release(): void {
    this.#encoded.clear();
  }

  /** Sends it on, and adds it when its turn has come, with those after it that are here. */
  #arrived(order: number, segment: number, bytes: Uint8Array, values: Float32Array): void {
    const { path, view, self } = this.options;
    const contributor = this.#contributors[order];
    const targets = gatheredTargets(path, view, self, contributor);
    this.#isTaken[this.#indexOf(order, segment)] = 1;
    const isNext = order === this.#added[segment] && !this.options.order;
    if (targets.length > 0 || !isNext) this.#encoded.set(this.#indexOf(order, segment), bytes);
    for (const to of targets)
      this.push(to, { phase: 'all-gather', chunk: rankOf(view, contributor), segment });
    if (this.options.order) return this.#addByTrees(this.options.order);
    if (!isNext) return;
    this.#add(segment, values);
    for (let next = order + 1; this.#isTaken[this.#indexOf(next, segment)]; next++)
      this.#add(segment, this.#decoded(next, segment));
  }

  /** Once all parts are here. */
  #addByTrees(order: TreePath): void {
    if (this.#isTaken.includes(0)) return;
    const { view, result } = this.options;
    const parts = view.ring.map((rank) => {
      const at = this.#contributors.indexOf(view.members[rank]);
      return at < 0 ? undefined : this.#decoded(at, 0);
    });
    addByTrees(order, parts, result);
  }

  /** The values of a segment; with a codec a view that is valid until the next call. */
  #decoded(order: number, segment: number): Float32Array {
    const { start, end } = this.spanOf(0, segment);
    const decoded = this.codec.decode(this.#encoded.get(this.#indexOf(order, segment))!, end - start);
    assert(typeof decoded !== 'string', 'what was decoded once is decoded again');
    return decoded;
  }

  #add(segment: number, values: Float32Array): void {
    const { start } = this.spanOf(0, segment);
    const { result } = this.options;
    if (this.#added[segment]++ === 0) result.set(values, start);
    // One f32 rounding per addition: the f64 sum of two f32, rounded to f32, equals the f32 sum.
    else for (let i = 0; i < values.length; i++) result[start + i] += values[i];
  }

  #indexOf(order: number, segment: number): number {
    return order * this.#segments + segment;
  }
}

/** The member that brings this contribution to `self`; undefined: its own. */
function sourceOf(
  path: GatheredPath,
  view: View,
  self: MemberId,
  contributor: MemberId,
): MemberId | undefined {
  if (contributor === self) return undefined;
  return path === 'gathered-around' ? predecessorOf(view, self) : contributor;
}

/** The members that get this contribution from `self`. */
function gatheredTargets(
  path: GatheredPath,
  view: View,
  self: MemberId,
  contributor: MemberId,
): readonly MemberId[] {
  if (path === 'gathered-around') return [successorOf(view, self)].filter((to) => to !== contributor);
  return contributor === self ? view.members.filter((member) => member !== self) : [];
}

/** The sum of whole contributions as a topology's trees add it: the same additions in the same order, each rounded
 *  to f32. So it has the bits that travelling along the trees would give (E2). `parts`: by ring position, undefined
 *  for zeros. Writes `sum`. */
function addByTrees(
  topology: TreePath,
  parts: readonly (Float32Array | undefined)[],
  sum: Float32Array,
): void {
  const size = parts.length;
  const chunks = chunkCount(topology, size);
  for (let chunk = 0; chunk < chunks; chunk++) {
    const { start, end } = chunkSpan(sum.length, chunks, chunk);
    const subtree = (position: number): Float32Array => {
      const own = parts[position]?.slice(start, end) ?? new Float32Array(end - start);
      for (const child of routeOf(topology, size, position, chunk).children) {
        const values = subtree(child.position);
        // One f32 rounding per addition: the f64 sum of two f32, rounded to f32, equals the f32 sum.
        for (let i = 0; i < own.length; i++) own[i] = values[i] + own[i];
      }
      return own;
    };
    sum.set(subtree(ownerOf(topology, size, chunk)), start);
  }
}
