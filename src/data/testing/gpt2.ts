// GPT-2's own tokenizer, and what Hugging Face's library makes of hard texts with it (scripts/record-gpt2.mjs).
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type BytePairs, byteTokens, type Merge } from '../byte-pairs';
import { tokenOfByte, visibleBytes } from '../visible-bytes';

const file = (name: string): Buffer => readFileSync(path.join(import.meta.dirname, name));

/** The lines of merges.txt, without its first one. */
export const gpt2Lines: readonly string[] = gunzipSync(file('gpt2-merges.txt.gz'))
  .toString()
  .trimEnd()
  .split('\n')
  .slice(1);

/** The names of tokens 0 … 50,255. */
export const gpt2Names: readonly string[] = [
  ...visibleBytes.toSorted((a, b) => a.codePointAt(0)! - b.codePointAt(0)!),
  ...gpt2Lines.map((line) => line.replace(' ', '')),
];

export const gpt2: BytePairs = (() => {
  const tokenOf = new Map(visibleBytes.map((name, byte) => [name, tokenOfByte[byte]]));
  const merges = gpt2Lines.map((line, at): Merge => {
    const [left, right] = line.split(' ');
    tokenOf.set(left + right, byteTokens + at);
    return [tokenOf.get(left)!, tokenOf.get(right)!];
  });
  return { kind: 'byte-pairs', merges, gpt2: { special: ['<|endoftext|>'] } };
})();

export const recorded = JSON.parse(file('gpt2-texts.json').toString()) as {
  readonly texts: readonly (readonly [text: string, ids: readonly number[]])[];
  /** `unit`, so many times; the hash is of its ids as 16-bit numbers. */
  readonly long: readonly {
    readonly unit: string;
    readonly times: number;
    readonly count: number;
    readonly sha256: string;
  }[];
};
