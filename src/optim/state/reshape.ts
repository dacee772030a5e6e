// Another set of vectors for the same parameters (E23): what keeps its name keeps its values.
import { createState, type StateShape, type TrainState } from './train-state';

export function isSameShape(a: StateShape, b: StateShape): boolean {
  const namesOf = ({ vectors, products }: StateShape): string => [...vectors, '', ...products].join(' ');
  return namesOf(a) === namesOf(b);
}

/** A copy of `from`, which has the shape `before`, in the shape `after`. A vector that is new is zero, a product that is
 *  new is 1. The number of updates stays. */
export function reshaped(from: TrainState, before: StateShape, after: StateShape): TrainState {
  const to = createState(after, from.parameters.length);
  to.parameters.set(from.parameters);
  for (const [i, name] of after.vectors.entries()) {
    const old = before.vectors.indexOf(name);
    if (old >= 0) to.vectors[i].set(from.vectors[old]);
  }
  for (const [i, name] of after.products.entries()) {
    const old = before.products.indexOf(name);
    if (old >= 0) to.scalars[i] = from.scalars[old];
  }
  to.step = from.step;
  return to;
}
