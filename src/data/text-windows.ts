// A text as a dataset. Example i is the window of T characters from i·⌈T/2⌉ on; its labels are the characters that
// follow each. Windows overlap by half, so that each character is predicted both from much and from little before it.
import { assert } from '../base/assert';
import { hashDataset } from './dataset-hash';
import type { Dataset } from './dataset';

export interface Text {
  /** Distinct, sorted by code point. */
  readonly characters: readonly string[];
  /** The text: each character's index in `characters`. */
  readonly tokens: Uint8Array;
}

/** Class labels are bytes, and tokens take one byte. */
export const maximumVocabulary = 256;

export const strideOf = (context: number): number => Math.ceil(context / 2);

/** The number of whole windows of `context` + 1 characters. */
export function windowCount(characters: number, context: number): number {
  return characters <= context ? 0 : Math.floor((characters - context - 1) / strideOf(context)) + 1;
}

/** The characters of a text of exactly that many windows, without a rest. */
export function charactersOf(windows: number, context: number): number {
  return (windows - 1) * strideOf(context) + context + 1;
}

export function textDataset({ characters, tokens }: Text, context: number, name: string): Dataset {
  const length = windowCount(tokens.length, context);
  const stride = strideOf(context);
  const unhashed = {
    name,
    inputShape: [context],
    classes: characters.length,
    terms: context,
    length,
    text: { characters, overlap: Math.ceil((context + 1) / stride) - 1 },
    read(index, inputs, at, labels, labelAt) {
      assert(index >= 0 && index < length, `index ${index} is within a dataset of ${length} examples`);
      const start = index * stride;
      inputs.set(tokens.subarray(start, start + context), at);
      labels.set(tokens.subarray(start + 1, start + context + 1), labelAt);
    },
  } satisfies Omit<Dataset, 'hash'>;
  return { ...unhashed, hash: hashDataset(unhashed) };
}
