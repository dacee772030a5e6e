// The split that a text's preview shows, against the split that training makes, and against a search by plain strings.
import { inEnglish } from '../../cli/english/in-english';
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { learnBytePairs } from '../learn-byte-pairs';
import { splitDataset } from '../split';
import { openText } from '../text-file';
import { textDataset } from '../text-windows';
import { previewSplit, previewText } from './preview-text';
import { tokenise } from '../testing/tokenise';

/** Held-out windows that stand anywhere in the part that is trained on, by plain strings. */
function plainRepeats(text: string, context: number, held: number, trainTokens: number): number {
  const stride = Math.ceil(context / 2);
  const trained = text.slice(0, trainTokens);
  const windows = Math.floor((text.length - context - 1) / stride) + 1;
  const starts = Array.from({ length: held }, (_, at) => (windows - held + at) * stride);
  return starts.filter((start) => trained.includes(text.slice(start, start + context))).length;
}

const random = prng('texts to split');
const letters = (count: number, of: string): string =>
  Array.from({ length: count }, () => of[random.below(of.length)]).join('');
const story = letters(3000, 'abcdefgh ');
const verse = letters(500, 'abcdefgh ');

test.each([
  ['different everywhere', story, 64],
  ['with its end taken from its middle', story + letters(700, 'xyz') + story.slice(1003, 2003), 64],
  ['of one verse again and again', verse.repeat(9), 64],
  ['of one letter', 'a'.repeat(2000), 64],
  ['of two letters and small windows', letters(900, 'ab'), 6],
  ['in windows of one token', letters(60, 'ab'), 1],
  ['in an odd context', verse.repeat(2) + letters(200, 'ab') + verse, 7],
])('a text %s', (_, text, context) => {
  const { tokens, vocabulary } = tokenise(text)!;
  const shown = previewSplit(tokens, context)!;
  const dataset = textDataset({ tokens, vocabulary }, context, 'text');
  const split = splitDataset(dataset, Math.min(128, Math.floor(dataset.length / 5)), 1);
  expect([shown.train, shown.validation]).toEqual([split.train.length, split.validation.length]);
  // The text from the first token of a part to the last label of its last window.
  const stride = Math.ceil(context / 2);
  const firstHeld = split.validation[0] * stride;
  const lastHeld = split.validation.at(-1)! * stride + context + 1;
  expect(shown.validationTokens).toBe(lastHeld - firstHeld);
  expect(shown.trainTokens).toBeLessThanOrEqual(firstHeld);
  expect(shown.trainTokens).toBeGreaterThan(firstHeld - 2 * stride - context);
  expect(shown.repeated).toBe(plainRepeats(text, context, shown.validation, shown.trainTokens));
});

test('what is equal is left out where training leaves it out, and counted where it does not', () => {
  // The end repeats the text from a place where no window begins: nothing is left out, all is repeated.
  const shifted = tokenise(story + story.slice(1003, 2003))!;
  const shown = previewSplit(shifted.tokens, 64)!;
  expect(shown.leftOut).toBe(0);
  expect(shown.repeated).toBeGreaterThan(20);
  // The text from a place where a window begins: every window of it is left out.
  const aligned = previewSplit(tokenise(story.slice(0, 2976) + story.slice(1024, 2024))!.tokens, 64)!;
  expect(aligned.leftOut).toBeGreaterThan(20);
});

test('a text too short to hold anything out has no split', async () => {
  const short = tokenise('abcdefghij'.repeat(10))!;
  expect(previewSplit(short.tokens, 64)).toBeUndefined();
});

test('byte pairs are split as their tokens are', async () => {
  const file = new Blob([`${verse}. `.repeat(40)]);
  const merges = await learnBytePairs(file, 400, () => undefined);
  if (!merges.ok) throw new Error(inEnglish(merges.error.says));
  const opened = await openText(file, 2 ** 20, { kind: 'byte-pairs', merges: merges.value });
  if (!opened.ok) throw new Error(inEnglish(opened.error.says));
  const bytes = new Uint8Array(await file.arrayBuffer());
  const { split, pairs, start } = previewText({ bytes: file.size, start: bytes, end: bytes }, opened.value);
  expect(start).toBe(`${verse}. `.repeat(2).slice(0, 240));
  expect(pairs.length).toBeGreaterThan(0);
  const dataset = textDataset(opened.value, 64, 'text');
  const made = splitDataset(dataset, Math.floor(dataset.length / 5), 1);
  expect([split!.train, split!.validation]).toEqual([made.train.length, made.validation.length]);
  expect(split!.repeated).toBeGreaterThan(0);
});
