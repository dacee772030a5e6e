// What a person should see of a text before training on it: its beginning and its end, how much is trained on and how much
// held out, and how much of what is held out is trained on word for word.
import { byteTokens } from '../byte-pairs';
import { repeatsIn } from '../text-repeats';
import type { Text } from '../text-windows';
import type { Tokens } from '../tokens';
import { tokenTexts } from '../vocabulary';
import { cutText, heldOutWindows, overlapOf, tokenCount, windowCount } from '../window-count';

export interface TextPreview {
  readonly start: string;
  readonly end: string;
  /** Byte pairs in the order in which they were learnt; empty: tokens are characters. */
  readonly pairs: readonly string[];
  /** Undefined: the text is too short to hold anything out. */
  readonly split: TextSplit | undefined;
}

/** The ends of an unpacked text. */
export interface TextEnds {
  /** The bytes of all of it. */
  readonly bytes: number;
  /** The beginning has at least `shownBytes`, unless the text has fewer. */
  readonly start: Uint8Array;
  readonly end: Uint8Array;
}

/** The split in windows of `context` tokens. Another context makes another split. */
export interface TextSplit {
  readonly context: number;
  /** Windows trained on, without those left out. */
  readonly train: number;
  /** Windows held out. */
  readonly validation: number;
  /** Tokens of the part that is trained on, the beginning. */
  readonly trainTokens: number;
  /** Tokens of the part that is held out, the end. */
  readonly validationTokens: number;
  /** Windows not trained on, since they equal held-out ones. */
  readonly leftOut: number;
  /** Held-out windows that stand somewhere in the part that is trained on, at any token of it. */
  readonly repeated: number;
}

/** The bytes shown of either end of a text. */
export const shownBytes = 240;
const shownPairs = 60;
/** The number that forms have first (run-form.ts). */
const usualContext = 64;

/** `ends`: bytes from the beginning and from the end of the text. */
export function previewText(ends: TextEnds, text: Text, onTokens?: (tokens: number) => void): TextPreview {
  const partOf = (bytes: Uint8Array): string =>
    new TextDecoder().decode(bytes).replace(/^\uFFFD+|(?<!\uFFFD)\uFFFD+$/g, '');
  return {
    start: partOf(ends.start.subarray(0, shownBytes)),
    end: ends.bytes > 2 * shownBytes ? partOf(ends.end.subarray(-shownBytes)) : '',
    pairs:
      text.vocabulary.kind === 'characters'
        ? []
        : tokenTexts(text.vocabulary).slice(byteTokens, byteTokens + shownPairs),
    split: previewSplit(text.tokens, usualContext, onTokens),
  };
}

/** `onTokens`: so many are compared. */
export function previewSplit(
  tokens: Tokens,
  context: number,
  onTokens: (tokens: number) => void = () => undefined,
): TextSplit | undefined {
  const windows = windowCount(tokens.length, context);
  const { trained, held } = cutText(windows, overlapOf(context), heldOutWindows(windows));
  if (held === 0) return undefined;
  const work = repeatsIn(tokens, context, windows, trained, held);
  let now = work.next();
  for (; !now.done; now = work.next()) onTokens(now.value);
  const { equal, repeated } = now.value;
  // The rule of splitDataset: a text may repeat itself so often that no window would be left.
  const leftOut = equal.length === trained ? 0 : equal.length;
  return {
    context,
    train: trained - leftOut,
    validation: held,
    trainTokens: tokenCount(trained, context),
    validationTokens: tokenCount(held, context),
    leftOut,
    repeated,
  };
}
