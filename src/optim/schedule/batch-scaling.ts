// The learning rate follows the batch, which grows and shrinks with the ring: linearly (Goyal et al. 2017; for SGD) or
// by its root (Hoffer et al. 2017; for Adam and LAMB). When the batch grows, the rate climbs to its new height over some
// steps (the "gradual warm-up" of Goyal et al.); when it shrinks the rate falls at once. Pure: the state is part of the
// run state, from which all replicas compute alike (E3).
import { assert } from '../../base/assert';

export type BatchScaling = 'none' | 'linear' | 'sqrt';

/** How much a batch multiplies the base rate, given that base rates are stated for `referenceBatch` examples. */
export function batchFactor(scaling: BatchScaling, batch: number, referenceBatch: number): number {
  assert(batch > 0 && referenceBatch > 0, 'batches have examples');
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
  /** The factor in use at the last step. */
  readonly factor: number;
  /** Steps until it reaches `target`; 0: it has. */
  readonly stepsLeft: number;
  readonly target: number;
}

/** Before the first step: the first batch's factor is taken whole (the schedule has a warm-up of its own). */
export function beginBatchWarmup(factor: number): BatchWarmup {
  return { factor, stepsLeft: 0, target: factor };
}

/** The next step, whose batch asks for `target`. A larger target starts a climb of `warmupSteps` from where the factor
 *  is; the climb is a straight line, and its last step has the whole target. */
export function nextBatchWarmup(so: BatchWarmup, target: number, warmupSteps: number): BatchWarmup {
  if (target <= so.factor || warmupSteps < 1) return beginBatchWarmup(target);
  const stepsLeft = target > so.target || so.stepsLeft === 0 ? warmupSteps : so.stepsLeft;
  if (stepsLeft === 1) return beginBatchWarmup(target);
  return { factor: so.factor + (target - so.factor) / stepsLeft, stepsLeft: stepsLeft - 1, target };
}
