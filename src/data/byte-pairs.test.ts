// Byte pairs against an oracle that knows nothing of them: words cut by the pattern that the tokenizer's file holds, and
// pairs counted and merged in lists, one at a time.
import { inEnglish } from '../cli/english/in-english';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../base/bytes';
import { prng } from '../base/prng';
import { bytesOfTokens, mergesText, readMerges, type Merge } from './byte-pairs';
import { learnBytePairs, learnFrom } from './learn-byte-pairs';
import { storyDataset } from './stories';
import { openText } from './text-file';
import { textOf, tokensOf, tokenTexts, type Vocabulary } from './vocabulary';
import { WordEncoder } from './word-encoder';
import { WordCutter, wordPattern } from './words';

const stories = (count: number): string => {
  const { read, text, terms, length } = storyDataset(count, 200, 3);
  const inputs = new Float32Array(terms);
  return Array.from({ length }, (_, index) => {
    read(index, inputs, 0, new Uint32Array(terms), 0);
    return textOf(Array.from(inputs), text!.vocabulary);
  }).join('\n\n');
};
const mixed =
  'Grüße, 12345678901234567 Dinge!?\t\n   Indented\r\n' +
  '漢字かな交じり文は空白を持たないので長い語になります。'.repeat(3) +
  ' 😀😀 naïve—dash ...   ';
const texts: readonly (readonly [string, string])[] = [
  ['stories', stories(30)],
  ['many scripts', mixed.repeat(7)],
  ['noise', noise(3000)],
  ['one letter', 'a'.repeat(500)],
];

function noise(length: number): string {
  const random = prng('noise', 1);
  const alphabet = [...'ab c\n0!é漢😀'];
  return Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('');
}

const oracleWords = (text: string): string[] => {
  const words = text.match(new RegExp(wordPattern, 'gu')) ?? [];
  expect(words.join('')).toBe(text);
  return words;
};

function oracleMerges(text: string, count: number): Merge[] {
  const words = oracleWords(text).map((word) => Array.from(utf8(word)));
  const merges: Merge[] = [];
  while (merges.length < count) {
    const times = new Map<string, number>();
    for (const word of words)
      for (let i = 1; i < word.length; i++) {
        const pair = `${word[i - 1]} ${word[i]}`;
        times.set(pair, (times.get(pair) ?? 0) + 1);
      }
    const [best] = [...times]
      .map(([pair, n]) => [...pair.split(' ').map(Number), n])
      .sort((a, b) => b[2] - a[2] || a[0] - b[0] || a[1] - b[1]);
    if (!best || best[2] < 2) break;
    for (const [at, word] of words.entries())
      words[at] = mergedOnce(word, best[0], best[1], 256 + merges.length);
    merges.push([best[0], best[1]]);
  }
  return merges;
}

function mergedOnce(word: readonly number[], left: number, right: number, token: number): number[] {
  const merged: number[] = [];
  for (let i = 0; i < word.length; i++)
    if (word[i] === left && word[i + 1] === right) {
      merged.push(token);
      i++;
    } else merged.push(word[i]);
  return merged;
}

const oracleTokens = (text: string, merges: readonly Merge[]): number[] =>
  oracleWords(text).flatMap((word) =>
    merges.reduce<number[]>(
      (tokens, [left, right], at) => mergedOnce(tokens, left, right, 256 + at),
      Array.from(utf8(word)),
    ),
  );

const learnt = async (text: string, tokens = 340) => {
  const merges = await learnBytePairs(new Uint8Array(utf8(text)), tokens, () => undefined);
  if (!merges.ok) throw new Error(inEnglish(merges.error.says));
  return merges.value;
};

describe.each(texts)('%s', (_, text) => {
  test('the pairs are those of the oracle, in the same order', async () => {
    expect(await learnt(text)).toEqual(oracleMerges(text, 340 - 256));
  });

  test('the tokens are those of the oracle, and give the text back', async () => {
    const merges = await learnt(text);
    const vocabulary: Vocabulary = { kind: 'byte-pairs', merges };
    const { known, unknown } = tokensOf(text, vocabulary);
    expect(known).toEqual(oracleTokens(text, merges));
    expect(unknown).toBe('');
    expect(textOf(known, vocabulary)).toBe(text);
  });

  test('a file in pieces has the same tokens', async () => {
    const merges = await learnt(text);
    const bytes = utf8(text.repeat(1 + Math.floor((2 ** 20 + 99) / utf8(text).length))); // two pieces
    const opened = await openText(new Blob([new Uint8Array(bytes)]), undefined, {
      kind: 'byte-pairs',
      merges,
    });
    if (!opened.ok) throw new Error(inEnglish(opened.error.says));
    const whole = new TextDecoder().decode(bytes);
    const { known } = tokensOf(whole, { kind: 'byte-pairs', merges });
    expect(Buffer.compare(Buffer.from((opened.value.tokens as Uint16Array).buffer), Buffer.from(Uint16Array.from(known).buffer))).toBe(0); // prettier-ignore
    expect(opened.value.bytes).toBe(bytes.length);
    expect(opened.value.characters).toBe(Array.from(whole).length);
  });
});

test('of equally frequent pairs the smaller left token is merged first, then the smaller right one', () => {
  const counts = new Map([
    ['ba', 5],
    ['ab', 5],
    ['aa', 5],
  ]);
  expect(learnFrom(counts, 259)).toEqual([
    [97, 97],
    [97, 98],
    [98, 97],
  ]);
});

test('learning stops where no pair comes twice, and says how far it is', async () => {
  expect(learnFrom(new Map([['abcd', 1]]), 1024)).toEqual([]);
  const seen: [number, number][] = [];
  const text = new Uint8Array(utf8(stories(30)));
  await learnBytePairs(text, 340, (read, of) => seen.push([read, of]));
  expect(seen).toEqual(Array.from({ length: 10 }, (_, i) => [8 * (i + 1), 84]));
});

test('a word takes at most 65 bytes, so tokens cost no more than so many times the length', () => {
  const lengths: number[] = [];
  const cutter = new WordCutter((word) => lengths.push(word.length));
  cutter.write(utf8(` ${'😀'.repeat(1000)}${'x'.repeat(1000)}${' '.repeat(1000)}`));
  cutter.end();
  expect(Math.max(...lengths)).toBe(65);
  expect(lengths.reduce((sum, length) => sum + length)).toBe(6001);
});

test('a part of a character has a name, and is the sign for one in a text', () => {
  const vocabulary = {
    kind: 'byte-pairs',
    merges: [
      [0xc3, 0xa9],
      [97, 256],
    ],
  } as const;
  expect(tokenTexts(vocabulary).slice(-2)).toEqual(['é', 'aé']);
  expect(tokenTexts(vocabulary)[0xc3]).toBe('⟨c3⟩');
  expect(textOf([97, 0xc3, 0xa9, 0xc3], vocabulary)).toBe('aé�');
  expect(bytesOfTokens(vocabulary)[257]).toEqual(Uint8Array.of(97, 0xc3, 0xa9));
});

describe('as text', () => {
  test('pairs are read as they were written', async () => {
    const merges = await learnt(stories(30), 1024);
    expect(merges.length).toBeGreaterThan(100);
    const text = mergesText(merges);
    expect(text).toMatch(/^[\w-]+$/);
    expect(readMerges(text)).toEqual({ ok: true, value: merges });
  });

  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const doubling = Array.from({ length: 7 }, (_, i): Merge => [
    i === 0 ? 97 : 255 + i,
    i === 0 ? 97 : 255 + i,
  ]);
  test.each([
    ['a pair cut off', 'AAA', 'four digits'],
    ['a foreign digit', 'AAA+', 'digit 4'],
    ['a pair of itself', mergesText([[256, 97]]), 'pair 1 names a later token'],
    ['a token beyond 10 bits', `_${'A'.repeat(3)}`, 'pair 1 names a later token'],
    ['a pair twice', mergesText([[97, 98], [97, 98]]), 'pair 2 comes twice'], // prettier-ignore
    ['a bomb of doubled tokens', mergesText(doubling), 'pair 7 is longer than a word'],
    ['too many', mergesText(Array.from({ length: 769 }, (_, i): Merge => [i >> 4, i & 15])), 'at most 768'],
  ])('refused: %s', (_, text, why) => {
    expect(readMerges(text)).toMatchObject({ ok: false, error: { code: 'bad-merges' } });
    expect(JSON.stringify(readMerges(text))).toContain(why);
  });

  test('any text is refused or makes tokens no longer than a word', () => {
    const random = prng('merges', 1);
    for (let round = 0; round < 2000; round++) {
      const text = Array.from({ length: 4 * (1 + random.below(12)) }, (__, i) => (i % 4 === 0 ? 'A' : digits[random.below(64)])).join(''); // prettier-ignore
      const read = readMerges(text);
      if (!read.ok) continue;
      expect(mergesText(read.value)).toBe(text);
      expect(
        Math.max(...bytesOfTokens({ kind: 'byte-pairs', merges: read.value }).map(({ length }) => length)),
      ).toBeLessThanOrEqual(65);
      new WordEncoder(read.value).encode(utf8('hello world'));
    }
  });
});
