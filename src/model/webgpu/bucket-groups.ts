// Buckets that are complete at the same moment share a submit and a readback.
import type { Bucket } from '../engine';

export interface BucketGroup {
  /** Neighbours, in backward order. */
  readonly buckets: readonly Bucket[];
  /** Backward calls [fromCall, toCall) complete them. */
  readonly fromCall: number;
  readonly toCall: number;
  /** Elements [start, end) of the flat vector. */
  readonly start: number;
  readonly end: number;
}

/** `leaveAfter`: per bucket, the backward calls that must have run; it never decreases (bucket-order.ts). */
export function bucketGroups(buckets: readonly Bucket[], leaveAfter: readonly number[]): BucketGroup[] {
  const groups: BucketGroup[] = [];
  for (let from = 0; from < buckets.length;) {
    let to = from;
    while (to < buckets.length && leaveAfter[to] === leaveAfter[from]) to++;
    groups.push({
      buckets: buckets.slice(from, to),
      fromCall: from === 0 ? 0 : leaveAfter[from - 1],
      toCall: leaveAfter[from],
      start: buckets[to - 1].start,
      end: buckets[from].end,
    });
    from = to;
  }
  return groups;
}
