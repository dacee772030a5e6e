// The exact update (E3): a pure function of (state, Σ gradients, n, learning rate), equal bit for bit on every
// replica. It is computed from one state into another, block by block, in any order. Calls come in this order: beginUpdate,
// updateBlocks for every block as its sum arrives, finishUpdate. The same pass hashes what it wrote (E4) and
// checks that it is finite. This file runs update-step.ts on the path that this engine's self-test chose.
import type { OptimizerConfig } from '../rules/config';
import { exactPath } from './self-test';
import type { TrainState } from '../state/train-state';
import { beginUpdateOn, type UpdateInput, type UpdateStep } from './update-step';

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
