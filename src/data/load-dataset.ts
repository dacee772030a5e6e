// From the run's description of its data to the built-in dataset it names. Files (IDX) are opened by openIdx: they
// come from the user, not from the description.
import type { Dataset } from './dataset';
import { digitDataset } from './digits';
import { pointDataset, type PointSetName } from './points';

export type BuiltInData =
  | { readonly kind: 'points'; readonly set: PointSetName; readonly examples: number; readonly noise: number }
  | { readonly kind: 'digits'; readonly examples: number };

/** Draws all examples: a few µs per point, about 0.1 ms per digit. */
export function loadDataset(choice: BuiltInData, seed: number): Dataset {
  switch (choice.kind) {
    case 'points':
      return pointDataset(choice.set, choice.examples, choice.noise, seed);
    case 'digits':
      return digitDataset(choice.examples, seed);
    default:
      throw choice satisfies never;
  }
}
