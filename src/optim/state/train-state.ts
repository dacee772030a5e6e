// The state that replicas keep equal bit for bit: parameters, the optimizer's vectors of the same length, its running
// products, and the step. A step is computed from one TrainState into another (its shadow), never in place.
import { assert } from '../../base/assert';
import type { OptimizerConfig } from '../rules/config';
import { allocateArrays, allocateBeside } from './train-memory';

export interface TrainState {
  readonly parameters: Float32Array; // (P)
  /** One per name in the shape's `vectors`, each (P). */
  readonly vectors: readonly Float32Array[];
  /** Running products (no pow, E3): one per name in the shape's `products`. */
  readonly scalars: Float64Array;
  /** Updates applied since the start of the run. */
  step: number;
}

/** What a state holds beside its parameters, by name. */
export interface StateShape {
  /** A checkpoint names them: 'optimizer.m'. */
  readonly vectors: readonly string[];
  /** AdamW and LAMB: β1^t, β2^t. */
  readonly products: readonly string[];
}

/** What an optimizer's update needs. */
export function shapeFor(config: OptimizerConfig): StateShape {
  switch (config.kind) {
    case 'sgd':
      return { vectors: [], products: [] };
    case 'momentum':
    case 'lars':
      return { vectors: ['momentum'], products: [] };
    case 'adamw':
    case 'lamb':
      return { vectors: ['m', 'v'], products: ['beta1', 'beta2'] };
    default:
      throw config satisfies never;
  }
}

/** A state for this optimizer; see `createState`. */
export function createTrainState(config: OptimizerConfig, parameterCount: number): TrainState {
  return createState(shapeFor(config), parameterCount);
}

/** All zero at step 0, with running products of 1. A large state brings room for its shadow. */
export function createState({ vectors, products }: StateShape, parameterCount: number): TrainState {
  const scalars = new Float64Array(products.length).fill(1);
  return stateOf(allocateArrays(1 + vectors.length, parameterCount), scalars);
}

/** Another state of this shape, all zero. The first one lies beside it, where updates from one into the other are
 *  fastest. */
export function createShadow(state: TrainState): TrainState {
  return stateOf(
    allocateBeside(state.parameters, 1 + state.vectors.length),
    new Float64Array(state.scalars.length).fill(1),
  );
}

/** Zeros (P) for the sum of gradients. The first sum of a state and its shadow lies where updates read it fastest. */
export function createGradientSum(state: TrainState): Float32Array {
  return allocateBeside(state.parameters, 1)[0];
}

function stateOf([parameters, ...vectors]: Float32Array[], scalars: Float64Array): TrainState {
  return { parameters, vectors, scalars, step: 0 };
}

export function copyTrainState(from: TrainState, to: TrainState): void {
  assert(sameShape(from, to), 'a state is copied into one of the same shape');
  to.parameters.set(from.parameters);
  from.vectors.forEach((vector, i) => to.vectors[i].set(vector));
  to.scalars.set(from.scalars);
  to.step = from.step;
}

export function sameShape(a: TrainState, b: TrainState): boolean {
  return (
    a.parameters.length === b.parameters.length &&
    a.vectors.length === b.vectors.length &&
    a.scalars.length === b.scalars.length
  );
}

/** The 32-bit words under the floats, without a copy. */
export function wordsOf(floats: Float32Array | Float64Array): Uint32Array {
  return new Uint32Array(floats.buffer, floats.byteOffset, floats.byteLength / 4);
}
