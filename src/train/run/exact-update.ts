// Which exact update a run applies to its sums, and the vectors that it needs (E23). Pure functions of the run state, so
// a transition changes them at every member alike.
import type { OptimizerConfig } from '../../optim/rules/config';
import { isSameShape } from '../../optim/state/reshape';
import { shapeFor, type StateShape } from '../../optim/state/train-state';
import type { RunState } from './run-state';

export interface ExactUpdate {
  readonly optimizer: OptimizerConfig;
  /** Of the mean's norm; 0: no clipping. */
  readonly clipNorm: number;
}

export function exactUpdateOf({ config: { optimizer, clipNorm } }: RunState): ExactUpdate {
  return { optimizer, clipNorm };
}

/** What the replicated tensors consist of beside the parameters. */
export function stateShapeOf(state: RunState): StateShape {
  return shapeFor(exactUpdateOf(state).optimizer);
}

export function haveSameVectors(a: RunState, b: RunState): boolean {
  return isSameShape(stateShapeOf(a), stateShapeOf(b));
}
