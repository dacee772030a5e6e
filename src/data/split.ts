// Training and validation examples: a seeded shuffle of all indices, cut once. Pure: every replica cuts alike.
import { permutation, prng } from '../base/prng';

export interface Split {
  readonly train: Uint32Array; // dataset indices
  readonly validation: Uint32Array;
}

/** Holds out `validationExamples`, but leaves at least one example to train on when there is one. */
export function splitDataset(length: number, validationExamples: number, seed: number): Split {
  const order = permutation(length, prng('split', seed));
  const held = Math.max(0, Math.min(validationExamples, length - 1));
  return { validation: order.slice(0, held), train: order.slice(held) };
}
