// A text as a dataset. Example i is the window of T tokens from i·⌈T/2⌉ on; its labels are the tokens that follow each.
// Windows overlap by half, so that each token is predicted both from much and from little before it.
import { assert } from '../base/assert';
import { hashHex, hashWords, type Hash64 } from '../base/hash';
import { hashDataset } from './dataset-hash';
import type { Dataset } from './dataset';
import { hashTokens } from './token-hash';
import type { Tokens } from './tokens';
import { vocabularySize, type Vocabulary } from './vocabulary';
import { overlapOf, strideOf, windowCount } from './window-count';

export interface Text {
  readonly vocabulary: Vocabulary;
  readonly tokens: Tokens;
  /** The hash of the tokens, where they were hashed already. */
  readonly hash?: Hash64;
}

/** A text of more is large on every replica, wherever its tokens are: then its hash, its split and the order of its windows
 *  are made without a list of all windows. As many as fit into memory, a byte each. */
const mostListedTokens = 2 ** 26;

/** `mostListed`: more tokens are a large text. */
export function textDataset(
  text: Text,
  context: number,
  name: string,
  mostListed = mostListedTokens,
): Dataset {
  const { vocabulary, tokens } = text;
  const length = windowCount(tokens.length, context);
  const stride = strideOf(context);
  const isLarge = tokens.length > mostListed;
  const unhashed = {
    name,
    inputShape: [context],
    classes: vocabularySize(vocabulary),
    terms: context,
    length,
    text: { vocabulary, overlap: overlapOf(context), ...(isLarge && { large: tokens }) },
    read(index, inputs, at, labels, labelAt) {
      assert(index >= 0 && index < length, `index ${index} is within a dataset of ${length} examples`);
      const start = index * stride;
      const window = tokens.subarray(start, start + context + 1);
      inputs.set(window.subarray(0, context), at);
      labels.set(window.subarray(1), labelAt);
    },
  } satisfies Omit<Dataset, 'hash'>;
  return { ...unhashed, hash: isLarge ? hashLarge(text, unhashed) : hashDataset(unhashed) };
}

/** The hash of the tokens as a whole, and of the same facts as any dataset's. */
function hashLarge(
  { tokens, vocabulary, hash }: Text,
  { classes, length, inputShape }: Omit<Dataset, 'hash'>,
): string {
  const width = vocabulary.kind === 'byte-pairs' ? 2 : 1;
  const { lo, hi } = hash ?? hashTokens(tokens, width);
  return hashHex(hashWords(Uint32Array.from([classes, length, ...inputShape, lo, hi])));
}
