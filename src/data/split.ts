// Training and validation examples: a seeded shuffle of all indices, cut once; of a text its tail, so that no window of
// one shares a character with a window of the other. Pure: every replica cuts alike.
import { permutation, prng, type RandomSource } from '../base/prng';
import type { Dataset } from './dataset';

export interface Split {
  readonly train: Uint32Array; // dataset indices
  readonly validation: Uint32Array;
}

/** Holds out `validationExamples`, but leaves at least one example to train on when there is one. */
export function splitDataset(
  { length, text }: Pick<Dataset, 'length' | 'text'>,
  validationExamples: number,
  seed: number,
  random: RandomSource = prng,
): Split {
  if (text) {
    const held = Math.max(0, Math.min(validationExamples, length - text.overlap - 1));
    const trained = held > 0 ? length - held - text.overlap : length;
    const range = (start: number, end: number): Uint32Array =>
      Uint32Array.from({ length: end - start }, (_, i) => start + i);
    return { train: range(0, trained), validation: range(length - held, length) };
  }
  const order = permutation(length, random('split', seed));
  const held = Math.max(0, Math.min(validationExamples, length - 1));
  return { validation: order.slice(0, held), train: order.slice(held) };
}
