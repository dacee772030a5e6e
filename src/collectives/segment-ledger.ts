// What has come and gone of every segment of one collective at one position, and whether a frame may be taken (C3).
// Invariant: a segment is taken exactly once, and only from the member that its route names, so a sum contains each
// member exactly once (S2).
import { say } from '../base/sayings';
import { rankOf, type MemberId, type View } from '../membership/view';
import type { CollectivePlan } from './collective-plan';
import type { Offence, OffenceSaying } from './offence';
import type { ReduceFrame } from './reduce-frame';
import { chunkSpan, segmentCount, segmentSpan, type Span } from './schedule';
import type { Route } from './topologies/rules';

/** One chunk at this position. */
export interface Chunk extends Route {
  readonly span: Span;
  /** Index of its first segment among all of the vector. */
  readonly firstSegment: number;
}

export class SegmentLedger {
  readonly chunks: readonly Chunk[];
  /** Members that this one sends to. */
  readonly targets: ReadonlySet<MemberId>;
  readonly #plan: CollectivePlan;
  readonly #view: View;
  readonly #expected = new Map<MemberId, number>();
  /** Segment → children whose partial sums are added. */
  readonly #added: Uint8Array;
  /** Segments whose whole sum is here. */
  readonly #isWhole: Uint8Array;
  /** Segments whose partial sum went to the parent. */
  readonly #isPassedOn: Uint8Array;
  /** 'segment/child' → a partial sum that arrived before its turn. */
  readonly #early = new Map<string, Float32Array>();

  constructor(plan: CollectivePlan, view: View, self: MemberId, length: number) {
    this.#plan = plan;
    this.#view = view;
    const position = view.ring.indexOf(rankOf(view, self));
    const targets = new Set<MemberId>();
    let segments = 0;
    this.chunks = Array.from({ length: plan.chunkCount }, (_, at) => {
      const chunk = {
        ...plan.routeOf(position, at),
        span: chunkSpan(length, plan.chunkCount, at),
        firstSegment: segments,
      };
      const count = segmentCount(chunk.span);
      segments += count;
      for (const source of this.#sourcesOf(chunk)) this.#expect(source, count);
      for (const target of this.#targetsOf(chunk)) targets.add(this.memberAt(target));
      return chunk;
    });
    this.targets = targets;
    this.#added = new Uint8Array(segments);
    this.#isWhole = new Uint8Array(segments);
    this.#isPassedOn = new Uint8Array(segments);
  }

  memberAt(position: number): MemberId {
    return this.#view.members[this.#view.ring[position]];
  }

  /** Member → the number of segments that are to come from it. */
  get expected(): ReadonlyMap<MemberId, number> {
    return this.#expected;
  }

  /** Why the frame is not taken; undefined: it is. `encodedBytes`: of a segment of so many elements. */
  offenceOf(
    frame: ReduceFrame,
    offset: number,
    encodedBytes: (elements: number) => number,
  ): Omit<Offence, 'peer'> | undefined {
    const { phase, segment, payload, from } = frame;
    const offence = (detail: OffenceSaying) => ({
      code: detail.code,
      says: say('frame-refused', { phase, chunk: frame.chunk, segment, detail }),
    });
    if (!this.#expected.has(from)) return offence(say('not-a-sender'));
    const { climbs, descends } = this.#plan;
    const chunk = this.chunks.at(frame.chunk);
    const child = chunk ? this.childOf(chunk, from) : -1;
    const isExpected =
      phase === 'reduce-scatter'
        ? climbs && child >= 0
        : descends && chunk?.source !== undefined && this.memberAt(chunk.source) === from;
    if (!chunk || !isExpected) return offence(say('wrong-chunk'));
    if (segment >= segmentCount(chunk.span))
      return offence(say('wrong-segment', { count: segmentCount(chunk.span) }));
    const span = segmentSpan(chunk.span, segment);
    if (frame.offset !== offset + span.start)
      return offence(say('wrong-offset', { got: frame.offset, expected: offset + span.start }));
    if (payload.byteLength !== encodedBytes(span.end - span.start))
      return offence(
        say('wrong-length', { got: payload.byteLength, expected: encodedBytes(span.end - span.start) }),
      );
    const index = chunk.firstSegment + segment;
    const isTaken =
      phase === 'reduce-scatter'
        ? child < this.#added[index] || this.#isKept(index, child)
        : this.#isWhole[index] === 1;
    if (isTaken) return offence(say('duplicate'));
    if (phase === 'all-gather' && climbs && !this.#isPassedOn[index]) return offence(say('too-early'));
    return undefined;
  }

  childOf({ children }: Chunk, member: MemberId): number {
    return children.findIndex(({ position }) => this.memberAt(position) === member);
  }

  /** The child whose partial sum is added next. */
  nextChild(index: number): number {
    return this.#added[index];
  }

  /** Keeps a partial sum until its turn. */
  keep(index: number, child: number, partial: Float32Array): void {
    this.#early.set(`${index}/${child}`, partial);
  }

  /** The next child is added. Returns the partial sum of the one after it, when that is here already. */
  added(index: number): Float32Array | undefined {
    const child = ++this.#added[index];
    if (!this.#isKept(index, child)) return undefined;
    const next = `${index}/${child}`;
    const kept = this.#early.get(next);
    this.#early.delete(next);
    return kept;
  }

  /** Most sums keep nothing, and then no name is made. */
  #isKept(index: number, child: number): boolean {
    return this.#early.size > 0 && this.#early.has(`${index}/${child}`);
  }

  passedOn(index: number): void {
    this.#isPassedOn[index] = 1;
  }

  whole(index: number): void {
    this.#isWhole[index] = 1;
  }

  end(): void {
    this.#early.clear();
  }

  #sourcesOf({ children, source }: Route): readonly number[] {
    const { climbs, descends } = this.#plan;
    return [
      ...(climbs ? children.map(({ position }) => position) : []),
      ...(descends && source !== undefined ? [source] : []),
    ];
  }

  #targetsOf({ parent, to }: Route): readonly number[] {
    const { climbs, descends } = this.#plan;
    return [...(climbs && parent !== undefined ? [parent] : []), ...(descends ? to : [])];
  }

  #expect(position: number, segments: number): void {
    if (segments === 0) return;
    const member = this.memberAt(position);
    this.#expected.set(member, (this.#expected.get(member) ?? 0) + segments);
  }
}
