// Scales the learning rate with the batch, which grows and shrinks with the ring: linearly (Goyal et al. 2017; for
// SGD) or by its root (Hoffer et al. 2017; for Adam and LAMB). When the batch grows, the rate climbs over some steps
// (the "gradual warm-up" of Goyal et al.). When it shrinks, the rate falls at once. Pure: the state is part of the
// run state, from which all replicas compute the same rate (E3).
import { assert } from '../../base/assert';

export type BatchScaling = 'none' | 'linear' | 'sqrt';

/** The factor on the base rate for a batch. Base rates are stated for `referenceBatch` examples. */
export function batchFactor(scaling: BatchScaling, batch: number, referenceBatch: number): number {
  assert(
    batch > 0 && referenceBatch > 0,
    `the batch (${batch}) and the reference batch (${referenceBatch}) have examples`,
  );
  switch (scaling) {
    case 'none':
      return 1;
    case 'linear':
      return batch / referenceBatch;
    case 'sqrt':
      return Math.sqrt(batch / referenceBatch);
    default:
      throw scaling satisfies never;
  }
}

export interface BatchWarmup {
  /** The factor at the last step. */
  readonly factor: number;
  /** Steps until the factor reaches `target`; 0: it has. */
  readonly stepsLeft: number;
  readonly target: number;
}

/** The warm-up of the first step: the first batch's factor applies at once, since the schedule has a warm-up of its
 *  own. */
export function beginBatchWarmup(factor: number): BatchWarmup {
  return { factor, stepsLeft: 0, target: factor };
}

/** The next step, whose batch asks for `target`. A larger target starts a climb of `warmupSteps` from the present
 *  factor. The climb is a straight line and reaches the target on its last step. */
export function nextBatchWarmup(now: BatchWarmup, target: number, warmupSteps: number): BatchWarmup {
  if (target <= now.factor || warmupSteps < 1) return beginBatchWarmup(target);
  const stepsLeft = target > now.target || now.stepsLeft === 0 ? warmupSteps : now.stepsLeft;
  if (stepsLeft === 1) return beginBatchWarmup(target);
  return { factor: now.factor + (target - now.factor) / stepsLeft, stepsLeft: stepsLeft - 1, target };
}
