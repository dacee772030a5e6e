// The exact update (E3): a pure function of (state, Σ gradients, n, learning rate), equal bit for bit on every
// replica, computed from one state into another, block by block, in any order: beginUpdate, updateBlocks for every
// block as its sum arrives, finishUpdate at the end. The same pass hashes what it wrote (E4) and sees whether it is
// finite. This is the door to update-step.ts, by the path that this engine's self-test chose.
import type { OptimizerConfig } from '../rules/config';
import { exactPath } from './self-test';
import type { TrainState } from '../state/train-state';
import { beginUpdateOn, type UpdateInput, type UpdateStep } from './update-step';

export { finishUpdate, updateBlocks, type UpdateInput, type UpdateStep } from './update-step';

/** Advances the step and the running products of `to`; its blocks are undefined until updateBlocks and finishUpdate
 *  wrote them. */
export function beginUpdate(
  config: OptimizerConfig,
  from: TrainState,
  to: TrainState,
  input: UpdateInput,
): UpdateStep {
  return beginUpdateOn(exactPath(), config, from, to, input);
}
