// What has come and gone of every segment of one collective at one position, and whether a segment may be taken (C3).
// Invariant: a segment is taken exactly once, and only from the member that its route names, so a sum contains each
// member exactly once (S2).
import { say } from '../base/sayings';
import { rankOf, type MemberId, type View } from '../membership/view';
import type { CollectivePlan } from './collective-plan';
import type { OffenceSaying } from './offence';
import type { ReduceFrame } from './reduce-frame';
import { chunkSpan, segmentCount, type Span } from './schedule';
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
  readonly #expected = new Map<MemberId, number>();
  /** Segment → children whose partial sums are added. */
  readonly #added: Uint8Array;
  /** Segments whose whole sum is here. */
  readonly #isWhole: Uint8Array;
  /** Segments whose partial sum went to the parent. */
  readonly #isPassedOn: Uint8Array;
  /** 'segment/child' → a partial sum that arrived before its turn. */
  readonly #early = new Map<string, Float32Array>();

  constructor(
    private readonly plan: CollectivePlan,
    private readonly view: View,
    self: MemberId,
    length: number,
  ) {
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
    return this.view.members[this.view.ring[position]];
  }

  /** Member → the number of segments that are to come from it. */
  get expected(): ReadonlyMap<MemberId, number> {
    return this.#expected;
  }

  /** The number of segments that the frame's sender sends of its chunk, in its phase; undefined: it sends none. */
  segmentsOf({ phase, chunk: at, from }: ReduceFrame): number | undefined {
    const { climbs, descends } = this.plan;
    const chunk = this.chunks.at(at);
    if (!chunk) return undefined;
    const isExpected =
      phase === 'reduce-scatter'
        ? climbs && this.childOf(chunk, from) >= 0
        : descends && chunk.source !== undefined && this.memberAt(chunk.source) === from;
    return isExpected ? segmentCount(chunk.span) : undefined;
  }

  /** Why the segment is not taken now; undefined: it is. */
  untimely({ phase, chunk: at, segment, from }: ReduceFrame): OffenceSaying | undefined {
    const chunk = this.chunks[at];
    const index = chunk.firstSegment + segment;
    if (phase === 'reduce-scatter') {
      const child = this.childOf(chunk, from);
      return child < this.#added[index] || this.#isKept(index, child) ? say('duplicate') : undefined;
    }
    if (this.#isWhole[index] === 1) return say('duplicate');
    return this.plan.climbs && !this.#isPassedOn[index] ? say('too-early') : undefined;
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
    const { climbs, descends } = this.plan;
    return [
      ...(climbs ? children.map(({ position }) => position) : []),
      ...(descends && source !== undefined ? [source] : []),
    ];
  }

  #targetsOf({ parent, to }: Route): readonly number[] {
    const { climbs, descends } = this.plan;
    return [...(climbs && parent !== undefined ? [parent] : []), ...(descends ? to : [])];
  }

  #expect(position: number, segments: number): void {
    if (segments === 0) return;
    const member = this.memberAt(position);
    this.#expected.set(member, (this.#expected.get(member) ?? 0) + segments);
  }
}
