// Which exact update a run applies to its sums, and the vectors that it needs (E23). Pure functions of the run state, so
// a transition changes them at every member alike.
import { isFactored } from '../../codecs/setting';
import type { OptimizerConfig } from '../../optim/rules/config';
import { isSameShape } from '../../optim/state/reshape';
import { shapeFor, type StateShape } from '../../optim/state/train-state';
import type { RunState } from './run-state';
import { isLocal, outerOptimizer, ringStepOf } from './sync';

export interface ExactUpdate {
  readonly optimizer: OptimizerConfig;
  /** The limit of the mean's norm; 0: no clipping. */
  readonly clipNorm: number;
}

/** With local steps it is the outer update; the configured optimizer runs inside each member (E24). */
export function exactUpdateOf({ sync, config: { optimizer, clipNorm } }: RunState): ExactUpdate {
  const { outer } = ringStepOf(sync);
  return outer ? { optimizer: outerOptimizer(outer), clipNorm: 0 } : { optimizer, clipNorm };
}

/** What the replicated tensors consist of beside the parameters: the optimizer's vectors, then PowerSGD's Q (E26). An outer
 *  momentum is not a momentum of gradients, and so has another name. */
export function stateShapeOf(state: RunState): StateShape {
  const shape = shapeFor(exactUpdateOf(state).optimizer);
  const vectors = isLocal(state.sync) ? shape.vectors.map((name) => `outer-${name}`) : shape.vectors;
  const { codec } = state.buckets;
  // A vector of another rank is laid out otherwise, and so is another vector.
  return { ...shape, vectors: isFactored(codec) ? [...vectors, `q${codec.rank}`] : vectors };
}

export function haveSameVectors(a: RunState, b: RunState): boolean {
  return isSameShape(stateShapeOf(a), stateShapeOf(b));
}
