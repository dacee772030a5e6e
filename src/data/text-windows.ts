// A text as a dataset. Example i is the window of T tokens from i·⌈T/2⌉ on; its labels are the tokens that follow each.
// Windows overlap by half, so that each token is predicted both from much and from little before it.
import { assert } from '../base/assert';
import { hashDataset } from './dataset-hash';
import type { Dataset } from './dataset';
import { vocabularySize, type Vocabulary } from './vocabulary';
import { overlapOf, strideOf, windowCount } from './window-count';

export interface Text {
  readonly vocabulary: Vocabulary;
  readonly tokens: Uint8Array | Uint16Array;
}

export function textDataset({ vocabulary, tokens }: Text, context: number, name: string): Dataset {
  const length = windowCount(tokens.length, context);
  const stride = strideOf(context);
  const unhashed = {
    name,
    inputShape: [context],
    classes: vocabularySize(vocabulary),
    terms: context,
    length,
    text: { vocabulary, overlap: overlapOf(context) },
    read(index, inputs, at, labels, labelAt) {
      assert(index >= 0 && index < length, `index ${index} is within a dataset of ${length} examples`);
      const start = index * stride;
      inputs.set(tokens.subarray(start, start + context), at);
      labels.set(tokens.subarray(start + 1, start + context + 1), labelAt);
    },
  } satisfies Omit<Dataset, 'hash'>;
  return { ...unhashed, hash: hashDataset(unhashed) };
}
