// Whether two states hold the same bits.
import { sameShape, wordsOf, type TrainState } from '../train-state';

/** Compares bit for bit: −0 differs from +0, and equal NaN bits are equal. */
export function equalTrainState(a: TrainState, b: TrainState): boolean {
  return (
    sameShape(a, b) &&
    a.step === b.step &&
    equalWords(a.parameters, b.parameters) &&
    a.vectors.every((vector, i) => equalWords(vector, b.vectors[i])) &&
    equalWords(a.scalars, b.scalars)
  );
}

function equalWords(a: Float32Array | Float64Array, b: Float32Array | Float64Array): boolean {
  const left = wordsOf(a);
  const right = wordsOf(b);
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return false;
  return left.length === right.length;
}
