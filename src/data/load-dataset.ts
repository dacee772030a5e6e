// Makes the built-in dataset that a run's description names. Files (IDX, text) are opened by openIdx and openText,
// since they come from the user, not from the description.
import type { Dataset } from './dataset';
import { digitDatasetInParts } from './digits';
import { homeDataset } from './homes';
import { pointDataset, type PointSetName } from './points';
import { storyDataset } from './stories';

export type BuiltInData =
  | { readonly kind: 'points'; readonly set: PointSetName; readonly examples: number; readonly noise: number }
  | { readonly kind: 'digits'; readonly examples: number }
  | { readonly kind: 'homes'; readonly examples: number; readonly noise: number }
  | { readonly kind: 'stories'; readonly examples: number; readonly context: number };

/** Draws all examples: a few µs per point, some 20 µs per digit, a few µs per window of text. */
export function loadDataset(choice: BuiltInData, seed: number): Dataset {
  const work = datasetInParts(choice, seed);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** The same dataset. `pause` is awaited every few milliseconds, so that other work of this thread continues. */
export async function loadDatasetWithPauses(
  choice: BuiltInData,
  seed: number,
  pause: () => Promise<void>,
): Promise<Dataset> {
  const work = datasetInParts(choice, seed);
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await pause();
  }
}

function* datasetInParts(choice: BuiltInData, seed: number): Generator<undefined, Dataset> {
  switch (choice.kind) {
    case 'points':
      return pointDataset(choice.set, choice.examples, choice.noise, seed);
    case 'homes':
      return homeDataset(choice.examples, choice.noise, seed);
    case 'digits':
      return yield* digitDatasetInParts(choice.examples, seed);
    case 'stories':
      return storyDataset(choice.examples, choice.context, seed);
    default:
      throw choice satisfies never;
  }
}
