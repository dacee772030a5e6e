// The sample stream as the run consumes it. Every position below `cursor` was handed out. `redo` lists those of them
// that no committed sum holds, because the planned member contributed nothing: it died, left, or withheld its gradient.
// With local steps it may also contribute the beginning of its shard alone (S17).
// The next plan takes redo positions first, lowest first, then fresh ones (S9a). Pure.
// A position that its source withheld twice is given up: recomputing would fail again.
// Invariant: each position of [0, cursor) without `redo` and the given-up ones entered exactly one sum (S2). A skipped
// sum counts as one: its examples are not redone.
import {
  arePositions,
  commonPositions,
  countOf,
  cutPositions,
  joinPositions,
  takeFirst,
  withoutPositions,
  type Positions,
} from '../../data/positions';
import type { MemberId } from '../../membership/view';
import type { OwnStream } from './own-streams';
import type { StepPlan } from './run-state';

export interface Stream {
  readonly cursor: number;
  readonly redo: Positions;
  /** The positions of `redo` that their source withheld once. */
  readonly withheld: Positions;
  /** Positions given up: the list was full, or their gradient was withheld twice. */
  readonly forgotten: number;
  /** Where each member brings its own examples; then `redo` is empty (S20). */
  readonly own?: readonly OwnStream[] | undefined;
}

/** With more ranges the shortest are dropped, and counted. Each plan takes a whole batch off the list, so this needs
 *  deaths of every member in hundreds of steps. */
export const maxRedoRanges = 256; // S9

/** The positions a plan of so many examples takes. They are not consumed, so a dropped plan loses nothing. */
export function nextPositions({ cursor, redo }: Stream, count: number): Positions {
  const { taken } = takeFirst(redo, count);
  const left = count - countOf(taken);
  return left > 0 ? joinPositions(taken, [[cursor, left]]) : taken;
}

/** The stream after a step by this plan. Positions that were not contributed must be redone. */
export function streamAfter(
  stream: Stream,
  plan: StepPlan,
  contributions: Readonly<Record<MemberId, number>>,
  withheldBy: readonly MemberId[] = [],
  /** Loss terms of an example. */
  terms = 1,
): Stream {
  const fresh = plan.positions.filter(([start, count]) => start + count > stream.cursor);
  const cursor = fresh.reduce((end, [start, count]) => Math.max(end, start + count), stream.cursor);
  const old = takeFirst(plan.positions, countOf(plan.positions) - (cursor - stream.cursor)).taken;
  const { rest } = takeFirst(stream.redo, countOf(old));
  const left = cutPositions(
    plan.positions,
    plan.shards.map(({ count }) => count),
  ).map((piece, shard) => takeFirst(piece, (contributions[plan.shards[shard].member] ?? 0) / terms).rest);
  const missedBy = (isOne: (member: MemberId) => boolean): Positions =>
    joinPositions(left.filter((_, shard) => isOne(plan.shards[shard].member)).flat(), []);
  const withheld = missedBy((member) => withheldBy.includes(member));
  const again = commonPositions(withheld, stream.withheld);
  const missed = withoutPositions(
    missedBy(() => true),
    again,
  );
  return bounded({
    cursor,
    redo: joinPositions(rest, missed),
    withheld: joinPositions(stream.withheld, withoutPositions(withheld, stream.withheld)),
    forgotten: stream.forgotten + countOf(again),
  });
}

function bounded(stream: Stream): Stream {
  const { redo, forgotten } = stream;
  if (redo.length <= maxRedoRanges) return withMarks(stream);
  const longest = [...redo].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, maxRedoRanges);
  const kept = joinPositions(longest, []);
  return withMarks({ ...stream, redo: kept, forgotten: forgotten + countOf(redo) - countOf(kept) });
}

/** Positions that left the list lose their mark. */
function withMarks(stream: Stream): Stream {
  return { ...stream, withheld: commonPositions(stream.withheld, stream.redo).slice(0, maxRedoRanges) };
}

/** Whether the list of a run state from a peer lies below its cursor. */
export function isStream({ cursor, redo, withheld }: Stream): boolean {
  const last = redo.at(-1);
  const areMarks = arePositions(withheld) && withoutPositions(withheld, redo).length === 0;
  return arePositions(redo) && areMarks && (!last || last[0] + last[1] <= cursor);
}
