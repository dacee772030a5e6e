// GPT-2's tokens against Hugging Face's library, which was asked once (scripts/record-gpt2.mjs), and words against the pattern
// of GPT-2 in this engine.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { utf8 } from '../base/bytes';
import { prng } from '../base/prng';
import { BytePairEncoder } from './byte-pair-encoder';
import { blank, classOf, letter, mark, number } from './gpt2-classes';
import { Gpt2WordCutter, mostGpt2WordBytes } from './gpt2-words';
import { recipeOf, vocabularyIn } from './recipe-tokens';
import { textRecipe } from './recipe-schema';
import { SpecialCutter } from './special-tokens';
import { gpt2, recorded } from './testing/gpt2';
import { textOf, tokensOf, tokenTexts, vocabularySize } from './vocabulary';
import * as v from 'valibot';

/** `piece`: how many bytes come at once. */
function idsOf(text: string, piece: number): number[] {
  const ids: number[] = [];
  const encoder = new BytePairEncoder(gpt2, (tokens) => ids.push(...tokens));
  const bytes = utf8(text);
  for (let at = 0; at < bytes.length; at += piece) encoder.write(bytes.slice(at, at + piece));
  encoder.end();
  return ids;
}

test('hard texts have the ids of Hugging Face’s library, however they come in pieces, and are given back', () => {
  expect(vocabularySize(gpt2)).toBe(50_257);
  expect(recorded.texts.length).toBeGreaterThanOrEqual(40);
  for (const [text, ids] of recorded.texts) {
    expect(tokensOf(text, gpt2), text).toEqual({ known: ids, unknown: '' });
    for (const piece of [1, 2, 3, 5, 7]) expect(idsOf(text, piece), text).toEqual(ids);
    expect(textOf(ids, gpt2)).toBe(text);
  }
});

test('words of 100 kB have them too', () => {
  for (const { unit, times, count, sha256 } of recorded.long) {
    const { known } = tokensOf(unit.repeat(times), gpt2);
    expect(known.length, unit).toBe(count);
    const hash = createHash('sha256').update(new Uint8Array(Uint16Array.from(known).buffer));
    expect(hash.digest('hex'), unit).toBe(sha256);
  }
});

test('tokens have the names that a person reads', () => {
  const texts = tokenTexts(gpt2);
  expect([texts[0], texts[15496], texts[995], texts[50_256]]).toEqual([
    '!',
    'Hello',
    ' world',
    '<|endoftext|>',
  ]);
  expect(texts[188]).toBe('\u0000');
  expect(texts[94]).toBe('⟨a1⟩');
});

/** The class by this engine's Unicode, which may be newer or older than ours. */
function engineClass(character: string): number {
  if (/\p{White_Space}/u.test(character)) return blank;
  if (/\p{L}/u.test(character)) return letter;
  return /\p{N}/u.test(character) ? number : mark;
}

test('a character’s class is this engine’s, or one of them does not know it', () => {
  const [others, strange]: [number[], number[]] = [[], []];
  for (let point = 0; point < 0x110000; point++) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const [ours, theirs] = [classOf(point), engineClass(String.fromCodePoint(point))];
    if (ours !== theirs) (ours !== mark && theirs !== mark ? others : strange).push(point);
  }
  expect(others).toEqual([]);
  // Unicode 17.0 has 4,657 more letters and numbers, and 15.1 some 3,000 fewer.
  expect(strange.length).toBeLessThan(10_000);
});

/** GPT-2's, which says \s for White_Space. */
const pattern = new RegExp(
  [
    "'s|'t|'re|'ve|'m|'ll|'d",
    ' ?\\p{L}+| ?\\p{N}+| ?[^\\p{White_Space}\\p{L}\\p{N}]+',
    '\\p{White_Space}+(?!\\P{White_Space})|\\p{White_Space}+',
  ].join('|'),
  'gu',
);

test('words are those of the pattern, of texts drawn at random', () => {
  const alphabet = [..."''''stmdrevlSaé漢1२½  \n\t\u00a0\u3000\u0085!-😀\u0301"];
  const random = prng('gpt2 words', 1);
  for (let round = 0; round < 3000; round++) {
    const text = Array.from({ length: random.below(30) }, () => alphabet[random.below(alphabet.length)]).join(
      '',
    );
    const words: string[] = [];
    const cutter = new Gpt2WordCutter((word) => words.push(new TextDecoder().decode(word)));
    cutter.write(utf8(text));
    cutter.end();
    expect(words, JSON.stringify(text)).toEqual(text.match(pattern) ?? []);
  }
});

test('a text that is one word is cut, so that it takes bounded memory', () => {
  const lengths: number[] = [];
  const cutter = new Gpt2WordCutter((word) => lengths.push(word.length));
  for (const text of ['é', ' ', '…']) {
    const piece = utf8(text.repeat(100_000));
    for (let sent = 0; sent <= 2 * mostGpt2WordBytes; sent += piece.length) cutter.write(piece);
  }
  cutter.end();
  expect(Math.max(...lengths)).toBeLessThanOrEqual(mostGpt2WordBytes);
  expect(lengths.length).toBeLessThan(20);
});

test('of special tokens the longest at the first place is cut out', () => {
  const specials = ['<a>', '<a><b>', '<b>>', 'é'];
  const cut = (text: string, piece: number): string => {
    const parts: string[] = [];
    const cutter = new SpecialCutter(specials, {
      text: (bytes) => parts.push(...Array.from(bytes, (byte) => String.fromCharCode(byte))),
      special: (at) => parts.push(`[${at}]`),
    });
    const bytes = utf8(text);
    for (let at = 0; at < bytes.length; at += piece) cutter.write(bytes.slice(at, at + piece));
    cutter.end();
    return parts.join('');
  };
  for (const piece of [1, 2, 100])
    expect(['<a><b>>', '<<a><a', '<a><b', 'xéy<b>', ''].map((text) => cut(text, piece))).toEqual([
      '[1]>',
      '<[0]<a',
      '[0]<b',
      'x[3]y<b>',
      '',
    ]);
});

test('a recipe names GPT-2’s words and special tokens, and what is malformed is refused', () => {
  const few = { ...gpt2, merges: gpt2.merges.slice(0, 700) };
  const recipe = recipeOf(few);
  expect(v.is(textRecipe, recipe)).toBe(true);
  expect(vocabularyIn(recipe)).toEqual({ ok: true, value: few });
  for (const special of [
    [''],
    ['a', 'a'],
    ['\ud800'],
    ['x'.repeat(65)],
    Array.from({ length: 65 }, (_, i) => `<${i}>`),
  ])
    expect(v.is(textRecipe, { ...recipe, gpt2: { special } })).toBe(false);
});
