import * as v from 'valibot';
import { expect, test } from 'vitest';
import { concatBytes, utf8 } from '../base/bytes';
import { inEnglish } from '../cli/english/in-english';
import { nameOfBytes, nameOfFile } from './name-of-file';
import { recipeOf, tokenizerFileOf, vocabularyIn } from './recipe-tokens';
import { textRecipe } from './recipe-schema';
import { gpt2 } from './testing/gpt2';
import { readTokenizerBytes, tokenizerBytes, type Tokenizer } from './tokenizer-bytes';

const whole = gpt2 as Tokenizer;
const few: Tokenizer = { kind: 'byte-pairs', merges: [[1, 2], [256, 300 - 44]], gpt2: { special: ['<end>', '…'] } }; // prettier-ignore

test('a run names GPT-2’s 50,257 tokens in some bytes, and who has the file reads the same ones', () => {
  const recipe = recipeOf(whole);
  const file = tokenizerFileOf(whole)!;
  expect(v.is(textRecipe, recipe)).toBe(true);
  expect(JSON.stringify(recipe).length).toBeLessThan(150);
  expect(file.length).toBeLessThan(256 * 1024);
  const read = vocabularyIn(recipe, file);
  expect(read.ok && read.value).toEqual(whole);
  file[100] ^= 1;
  for (const other of [undefined, file]) {
    const refused = vocabularyIn(recipe, other);
    expect(refused.ok ? '' : inEnglish(refused.error.says)).toMatch(
      /^the tokenizer .* is not on this device$/,
    );
  }
});

test('few tokens stay within the recipe, where older members read them', () => {
  expect(tokenizerFileOf(few)).toBeUndefined();
  expect(recipeOf(few)).toMatchObject({ kind: 'text', gpt2: few.gpt2 });
});

test('a file has the same name whether it is in memory or on a disk', async () => {
  const bytes = new Uint8Array(600_000).map((_, at) => at % 251);
  expect(await nameOfFile(new Blob([bytes]), () => Promise.resolve())).toEqual(nameOfBytes(bytes));
  expect(nameOfBytes(bytes.slice(1)).root).not.toBe(nameOfBytes(bytes).root);
});

const u32 = (value: number): Uint8Array => new Uint8Array(Uint32Array.of(value).buffer);
const pairs = (...tokens: number[]): Uint8Array => new Uint8Array(Uint16Array.from(tokens).buffer);

test.each([
  ['nothing', new Uint8Array(), 'it is too short'],
  ['fewer bytes than merges', concatBytes(u32(3), pairs(1, 2)), 'no room for 3 byte pairs'],
  ['more merges than tokens', concatBytes(u32(2 ** 31), utf8('[]')), 'no room for 2147483648 byte pairs'],
  ['a later token', concatBytes(u32(1), pairs(1, 256), utf8('[]')), 'pair 1 names a later token'],
  ['no list', concatBytes(u32(0), utf8('{}')), 'special tokens are no list'],
  ['broken UTF-8', concatBytes(u32(0), Uint8Array.of(0x5b, 0xff, 0x5d)), 'special tokens are no list'],
  ['a special token twice', concatBytes(u32(0), utf8('["a","a"]')), 'special tokens are no list'],
  ['too much', new Uint8Array(2 ** 20), 'it is longer than'],
])('a file of a tokenizer with %s is refused, and says why', (_, bytes, why) => {
  const read = readTokenizerBytes(bytes);
  expect(read.ok ? '' : inEnglish(read.error.says)).toContain(why);
});

test('changed files of a tokenizer never throw', () => {
  const bytes = tokenizerBytes(few);
  expect(readTokenizerBytes(bytes)).toEqual({ ok: true, value: few });
  for (let at = 0; at < bytes.length; at++)
    for (const flip of [1, 128]) {
      const changed = bytes.slice();
      changed[at] ^= flip;
      const read = readTokenizerBytes(changed);
      if (read.ok) expect(tokenizerBytes(read.value)).toEqual(changed);
    }
});
