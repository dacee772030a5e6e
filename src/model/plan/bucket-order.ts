// Decides when each bucket may leave: after the backward call that makes its last element final.
import { assert } from '../../base/assert';
import type { Bucket } from '../engine';
import type { Plan } from './plan';

/** The number of backward calls, for each bucket, that must have run. It never decreases: buckets leave in their order. */
export function bucketsLeaveAfter(plan: Plan, buckets: readonly Bucket[]): number[] {
  let latest = 0;
  return buckets.map(({ start, end }) => {
    plan.slots.forEach((slot, index) => {
      if (slot.offset < end && slot.offset + slot.length > start)
        latest = Math.max(latest, plan.completeAfter[index]);
    });
    return latest;
  });
}

/** Asserts that buckets are disjoint, cover the vector and start with the last parameters. */
export function assertBackwardOrder(buckets: readonly Bucket[], parameterCount: number): void {
  let end = parameterCount;
  for (const bucket of buckets) {
    assert(
      bucket.end === end && bucket.start < end,
      `bucket ${bucket.index} ends at ${end}: buckets are in backward order, without gap or overlap`,
    );
    end = bucket.start;
  }
  assert(end === 0, 'buckets cover the parameter vector');
}
