// What a person should see of a text before training on it: its beginning and its end, how much is trained on and how much
// held out, and how much of what is held out is trained on word for word.
import { byteTokens } from '../byte-pairs';
import { cutText } from '../split';
import type { Text } from '../text-windows';
import { overlapOf, strideOf, tokenCount, windowCount } from '../window-count';
import { tokenTexts } from '../vocabulary';

export interface TextPreview {
  readonly kind: 'text';
  readonly start: string;
  readonly end: string;
  /** Byte pairs in the order in which they were learnt; empty: tokens are characters. */
  readonly pairs: readonly string[];
  /** Undefined: the text is too short to hold anything out. */
  readonly split: TextSplit | undefined;
}

/** In windows of `context` tokens. Another context makes another split. */
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

const shownCharacters = 240;
const shownPairs = 60;
/** As forms have it first (run-form.ts). */
const usualContext = 64;
/** As many windows as forms hold out of a text. */
const heldOutOf = (windows: number): number => Math.min(128, Math.floor(windows / 5));

export async function previewText(file: Blob, text: Text): Promise<TextPreview> {
  const partOf = async (part: Blob): Promise<string> => (await part.text()).replace(/^\uFFFD+|\uFFFD+$/g, '');
  return {
    kind: 'text',
    start: await partOf(file.slice(0, shownCharacters)),
    end: file.size > 2 * shownCharacters ? await partOf(file.slice(-shownCharacters)) : '',
    pairs:
      text.vocabulary.kind === 'characters'
        ? []
        : tokenTexts(text.vocabulary).slice(byteTokens, byteTokens + shownPairs),
    split: previewSplit(text.tokens, usualContext),
  };
}

export function previewSplit(tokens: Text['tokens'], context: number): TextSplit | undefined {
  const windows = windowCount(tokens.length, context);
  const { trained, held } = cutText(windows, overlapOf(context), heldOutOf(windows));
  if (held === 0) return undefined;
  const trainTokens = tokenCount(trained, context);
  const first = (windows - held) * strideOf(context);
  const found = repeatsOf(tokens, context, trained, first, held);
  // As splitDataset: a text may repeat itself so often that no window would be left.
  const leftOut = found.leftOut === trained ? 0 : found.leftOut;
  return {
    ...{ context, train: trained - leftOut, validation: held, trainTokens },
    validationTokens: tokenCount(held, context),
    ...{ leftOut, repeated: found.repeated },
  };
}

/** Odd, so that every token keeps its part in the hash. */
const factor = 0x9e3779b1;
/** Bits of a hash that say whether it is worth a look. */
const sieveBits = 16;

/** Looks for the `held` windows from token `first` on within the part of the first `trained` windows, by a hash that rolls
 *  over its tokens (Karp and Rabin 1987): a few operations each. */
function repeatsOf(
  tokens: Text['tokens'],
  context: number,
  trained: number,
  first: number,
  held: number,
): { readonly repeated: number; readonly leftOut: number } {
  const stride = strideOf(context);
  const different: { readonly start: number; times: number; isFound: boolean }[] = [];
  const byHash = new Map<number, typeof different>();
  const sieve = new Uint8Array(2 ** sieveBits);
  for (let window = 0; window < held; window++) {
    const start = first + window * stride;
    const hash = hashOf(tokens, start, context);
    const alike = byHash.get(hash) ?? [];
    byHash.set(hash, alike);
    sieve[hash >>> (32 - sieveBits)] = 1;
    const equal = alike.find((one) => isEqual(tokens, one.start, start, context));
    if (equal) equal.times++;
    else {
      const one = { start, times: 1, isFound: false };
      alike.push(one);
      different.push(one);
    }
  }
  let leaving = 1; // factor ** context
  for (let i = 0; i < context; i++) leaving = Math.imul(leaving, factor);
  let leftOut = 0;
  let hash = hashOf(tokens, 0, context);
  const last = tokenCount(trained, context) - context;
  for (let at = 0; at <= last; at++) {
    if (sieve[hash >>> (32 - sieveBits)] === 1) {
      const isWindow = at % stride === 0 && at / stride < trained;
      for (const one of byHash.get(hash) ?? []) {
        if ((one.isFound && !isWindow) || !isEqual(tokens, one.start, at, context)) continue;
        one.isFound = true;
        if (isWindow) leftOut++;
      }
    }
    const entered = (Math.imul(hash, factor) + tokens[at + context] + 1) | 0;
    hash = (entered - Math.imul(leaving, tokens[at] + 1)) | 0;
  }
  const repeated = different.reduce((sum, { times, isFound }) => sum + (isFound ? times : 0), 0);
  return { repeated, leftOut };
}

/** Of `length` tokens from `start` on: 32 bits. */
function hashOf(tokens: Text['tokens'], start: number, length: number): number {
  let hash = 0;
  for (let at = start; at < start + length; at++) hash = (Math.imul(hash, factor) + tokens[at] + 1) | 0;
  return hash;
}

function isEqual(tokens: Text['tokens'], one: number, other: number, length: number): boolean {
  for (let i = 0; i < length; i++) if (tokens[one + i] !== tokens[other + i]) return false;
  return true;
}
