// Where each member brings its own examples: one sample stream for each data set, which only its member can read (S20).
// A shard is the next positions of its member's stream. What entered a sum is behind `next`; the rest of a shard comes
// first again, because a member contributes whole shards, or a beginning of one (S17). So there is no redo list (S20d).
// The data of a member that died is gone with it: its shard is given up, and counted. So is one that its member
// withheld twice. Invariant: of all streams, Σ next = examples in committed sums + given up.
import type { MemberId } from '../../membership/view';
import type { Stream } from './redo';
import type { StepPlan } from './run-state';

/** What a member says of its own data. */
export interface OwnData {
  /** The fingerprint. */
  readonly data: string;
  /** How many it trains on; 0: a senior member has the same data, or may have it (T14). */
  readonly examples: number;
  /** That it has the data, for those who have it too (T14): 8 hex digits. */
  readonly proof: string;
}

/** One data set, by its fingerprint; a member that comes back with it continues where it was (S20c). */
export interface OwnStream {
  readonly data: string;
  /** Position of the next example. */
  readonly next: number;
  /** The shard from `next` on was withheld once. */
  readonly isWithheld: boolean;
}

/** More data sets than members ever are in a view; the one that rested longest goes first. */
export const mostOwnStreams = 256;

export function nextOf(streams: readonly OwnStream[], data: string): number {
  return streams.find((stream) => stream.data === data)?.next ?? 0;
}

/** The stream after a step by this plan (S20b). `contributions`: of every member of the view that took it, in loss
 *  terms. */
export function ownStreamsAfter(
  stream: Stream,
  plan: StepPlan,
  contributions: Readonly<Record<MemberId, number>>,
  withheldBy: readonly MemberId[],
  terms: number,
): Stream {
  let streams = stream.own ?? [];
  let { forgotten } = stream;
  for (const { member, count, own } of plan.shards) {
    if (!own || count === 0) continue;
    const before = streams.find(({ data }) => data === own.data);
    const isHere = Object.hasOwn(contributions, member);
    const taken = isHere ? contributions[member] / terms : 0;
    const isWithheld = withheldBy.includes(member);
    // The senior’s shard of a fingerprint that two members show is before, and what it left is not redone (T14b).
    forgotten += Math.max(0, own.from - (before?.next ?? own.from));
    const isGivenUp = !isHere || (isWithheld && before?.isWithheld === true);
    if (isGivenUp) forgotten += count - taken;
    streams = [
      ...streams.filter(({ data }) => data !== own.data),
      {
        data: own.data,
        next: own.from + (isGivenUp ? count : taken),
        isWithheld: isWithheld && !isGivenUp,
      },
    ];
  }
  const planned = plan.positions.reduce((end, [start, count]) => Math.max(end, start + count), stream.cursor);
  return { cursor: planned, redo: [], withheld: [], forgotten, own: streams.slice(-mostOwnStreams) };
}
