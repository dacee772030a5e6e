// The sample stream as the run consumes it: `cursor` (every position below it was handed out) and `redo` (those of them
// that no committed sum holds, because the member planned for them contributed nothing: it died, left, or withheld).
// The next plan takes redo positions first, lowest first, then fresh ones. Pure.
// Invariant: each position of [0, cursor) without `redo` and the forgotten entered exactly one sum (S2). A sum that was
// skipped counts as one: its examples are not redone.
import {
  arePositions,
  countOf,
  cutPositions,
  joinPositions,
  takeFirst,
  type Positions,
} from '../data/positions';
import type { MemberId } from '../membership/view';
import type { StepPlan } from './run-state';

export interface Stream {
  readonly cursor: number;
  readonly redo: Positions;
  /** Positions that the full list had to give up. */
  readonly forgotten: number;
}

/** More ranges are not kept: the shortest are forgotten, and counted. Each plan takes a whole batch off the list, so
 *  that takes a death of every member in hundreds of steps. */
export const maxRedoRanges = 256;

/** The positions a plan of so many examples takes. Taken, not consumed: a plan that is dropped loses nothing. */
export function nextPositions({ cursor, redo }: Stream, count: number): Positions {
  const { taken } = takeFirst(redo, count);
  const left = count - countOf(taken);
  return left > 0 ? joinPositions(taken, [[cursor, left]]) : taken;
}

/** The stream after a step by this plan: what of it was not contributed is to be redone. */
export function streamAfter(
  stream: Stream,
  plan: StepPlan,
  contributions: Readonly<Record<MemberId, number>>,
): Stream {
  const fresh = plan.positions.filter(([start, count]) => start + count > stream.cursor);
  const cursor = fresh.reduce((end, [start, count]) => Math.max(end, start + count), stream.cursor);
  const old = takeFirst(plan.positions, countOf(plan.positions) - (cursor - stream.cursor)).taken;
  const { rest } = takeFirst(stream.redo, countOf(old));
  const pieces = cutPositions(
    plan.positions,
    plan.shards.map(({ count }) => count),
  );
  const missed = pieces.filter((_, shard) => !contributions[plan.shards[shard].member]).flat();
  return bounded({ ...stream, cursor, redo: joinPositions(rest, missed) });
}

function bounded({ cursor, redo, forgotten }: Stream): Stream {
  if (redo.length <= maxRedoRanges) return { cursor, redo, forgotten };
  const longest = [...redo].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, maxRedoRanges);
  const kept = joinPositions(longest, []);
  return { cursor, redo: kept, forgotten: forgotten + countOf(redo) - countOf(kept) };
}

/** Of a run state from a peer: does its list lie below its cursor? */
export function isStream({ cursor, redo }: Stream): boolean {
  const last = redo.at(-1);
  return arePositions(redo) && (!last || last[0] + last[1] <= cursor);
}
