// When each bucket may leave: after how many backward calls all its elements are final.
import { assert } from '../../base/assert';
import type { Bucket } from '../engine';
import type { Plan } from './plan';

/** Per bucket, how many backward calls must have run. Never decreases: buckets leave in their order. */
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

/** Buckets are disjoint, cover the vector, and the last parameters come first. */
export function assertBackwardOrder(buckets: readonly Bucket[], parameterCount: number): void {
  let end = parameterCount;
  for (const bucket of buckets) {
    assert(bucket.end === end && bucket.start < end, 'buckets are in backward order, without gap or overlap');
    end = bucket.start;
  }
  assert(end === 0, 'buckets cover the parameter vector');
}
