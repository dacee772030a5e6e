// The exact update (E3): a pure function of (state, Σ gradients, n, learning rate), equal bit for bit on every
// replica. It is computed from one state into another, block by block, in any order. Calls come in this order: beginUpdate,
// updateBlocks for every block as its sum arrives, finishUpdate. The same pass hashes what it wrote (E4) and
// checks that it is finite. This file runs update-step.ts on the path that this engine's self-test chose.
import type { OptimizerConfig } from '../rules/config';
import { exactPath } from './self-test';
import type { TrainState } from '../state/train-state';
import { beginUpdateOn, type UpdateInput, type UpdateStep } from './update-step';
import { assert } from '../../base/assert';

export { finishUpdate, updateBlocks, type UpdateInput, type UpdateStep } from './update-step';

/** Advances the step and the running products of `to`. Its blocks are undefined until updateBlocks and finishUpdate
 *  have written them. */
export function beginUpdate(
  config: OptimizerConfig,
  from: TrainState,
  to: TrainState,
  input: UpdateInput,
): UpdateStep {
  return beginUpdateOn(exactPath(), config, from, to, input);
}

/** Clipping by the global norm of the mean gradient (Pascanu et al. 2013). It is exact and so equal on every
 *  replica. The norm is that of block-norms.ts over the whole reduced sum, so the sum must be complete before any
 *  block is updated. The f32 factor on the mean gradient: clipNorm / ‖ḡ‖ where ‖ḡ‖ = ‖Σ‖ / n is larger than
 *  clipNorm, else 1. For a sum that is not finite it is 1, since that step is skipped. `squaredSumNorm` is ‖Σ‖². */
export function clipScaleOf(squaredSumNorm: number, exampleCount: number, clipNorm: number): number {
  assert(
    clipNorm > 0 && exampleCount > 0,
    `the clip norm (${clipNorm}) and the example count (${exampleCount}) are positive`,
  );
  const norm = Math.sqrt(squaredSumNorm) / exampleCount;
  return norm > clipNorm && norm < Infinity ? Math.fround(clipNorm / norm) : 1;
}
