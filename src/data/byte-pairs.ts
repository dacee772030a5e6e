// Byte-pair tokens: tokens 0 … 255 are the bytes, and token 256 + i is the i-th merge, a pair of earlier tokens. Those of a
// GPT-2 have its order of bytes, and special tokens after the merges. Pure.
import { inFull, say } from '../base/sayings';
import { fail, ok, type Result } from '../base/result';
import { concatBytes, utf8 } from '../base/bytes';
import { byteOfToken } from './visible-bytes';
import { mostWordBytes } from './words';

export type Merge = readonly [left: number, right: number];

export interface BytePairs {
  readonly kind: 'byte-pairs';
  readonly merges: readonly Merge[];
  /** Texts are cut as GPT-2 cuts them. Absent: as Lockstep does. */
  readonly gpt2?: Gpt2Tokens;
}

interface Gpt2Tokens {
  /** Tokens that stand for themselves in a text, such as “<|endoftext|>”; distinct. */
  readonly special: readonly string[];
}

export const byteTokens = 256;
/** An embedding of 1,024 rows is small beside a block, and a table of all pairs takes 2 MiB. */
export const mostTokens = 1024;

/** A token of a GPT-2 has 16 bits; its own tokenizer has 50,257. */
export const mostPairTokens = 2 ** 16;
/** The bytes of GPT-2's longest token are 128. */
export const mostTokenBytes = 256;

const pairBits = 10;
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The merges as text for a run's recipe: four digits of base64url a merge, its two tokens as 10 bits each. */
export function mergesText(merges: readonly Merge[]): string {
  return merges
    .map(([left, right]) => (left << pairBits) | right)
    .map(
      (pair) => digits[pair >> 18] + digits[(pair >> 12) & 63] + digits[(pair >> 6) & 63] + digits[pair & 63],
    )
    .join('');
}

/** Strict: another replica wrote it. `mostBytes`: of one token. */
export function readMerges(text: string, mostBytes = mostWordBytes): Result<readonly Merge[], 'bad-merges'> {
  const refuse = (why: string) =>
    fail(
      'bad-merges' as const,
      inFull(say('tokens-malformed'), `the byte pairs are not well-formed: ${why}`),
    );
  if (text.length % 4 !== 0) return refuse('a pair takes four digits');
  if (text.length / 4 > mostTokens - byteTokens)
    return refuse(`at most ${mostTokens - byteTokens} pairs are read`);
  const merges: Merge[] = [];
  for (let at = 0; at < text.length; at += 4) {
    let pair = 0;
    for (let i = at; i < at + 4; i++) {
      const digit = digits.indexOf(text[i]);
      if (digit < 0) return refuse(`digit ${i + 1} is not one of base64url`);
      pair = pair * 64 + digit;
    }
    merges.push([pair >> pairBits, pair & (2 ** pairBits - 1)]);
  }
  const why = mergesMisfit(merges, mostBytes);
  return why === undefined ? ok(merges) : refuse(why);
}

/** Every pair is of earlier tokens, none comes twice, and no token is longer than `mostBytes`; else which pair is not so. */
export function mergesMisfit(merges: readonly Merge[], mostBytes: number): string | undefined {
  const lengths: number[] = new Array<number>(byteTokens).fill(1);
  const seen = new Set<number>();
  for (const [at, [left, right]] of merges.entries()) {
    const name = `pair ${at + 1}`;
    if (left >= lengths.length || right >= lengths.length) return `${name} names a later token`;
    const pair = left * 2 ** 16 + right;
    if (seen.has(pair)) return `${name} comes twice`;
    seen.add(pair);
    const length = lengths[left] + lengths[right];
    if (length > mostBytes) return `${name} is longer than a word`;
    lengths.push(length);
  }
  return undefined;
}

const known = new WeakMap<BytePairs, readonly Uint8Array[]>();

/** The bytes of each token. They are kept with the vocabulary, because every sentence that is shown asks for them. */
export function bytesOfTokens(vocabulary: BytePairs): readonly Uint8Array[] {
  const made = known.get(vocabulary);
  if (made) return made;
  const { merges, gpt2 } = vocabulary;
  const all = Array.from({ length: byteTokens }, (_, at) => Uint8Array.of(gpt2 ? byteOfToken[at] : at));
  for (const [left, right] of merges) all.push(concatBytes(all[left], all[right]));
  for (const special of gpt2?.special ?? []) all.push(utf8(special));
  known.set(vocabulary, all);
  return all;
}
