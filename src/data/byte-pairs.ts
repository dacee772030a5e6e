// Byte-pair tokens: tokens 0 … 255 are the bytes, and token 256 + i is the i-th merge, a pair of earlier tokens. A word is
// encoded by merging, again and again, the pair that was learnt first. Pure.
import { inFull, say } from '../base/sayings';
import { fail, ok, type Result } from '../base/result';
import { mostWordBytes } from './words';

export type Merge = readonly [left: number, right: number];

export const byteTokens = 256;
/** An embedding of 1,024 rows is small beside a block, and a table of all pairs takes 2 MiB. */
export const mostTokens = 1024;

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

/** Strict: another replica wrote it. Every pair is of earlier tokens, none comes twice, and no token is longer than a
 *  word. */
export function readMerges(text: string): Result<readonly Merge[], 'bad-merges'> {
  const refuse = (why: string) =>
    fail(
      'bad-merges' as const,
      inFull(say('tokens-malformed'), `the byte pairs are not well-formed: ${why}`),
    );
  if (text.length % 4 !== 0) return refuse('a pair takes four digits');
  if (text.length / 4 > mostTokens - byteTokens)
    return refuse(`at most ${mostTokens - byteTokens} pairs are read`);
  const merges: Merge[] = [];
  const lengths: number[] = new Array<number>(byteTokens).fill(1);
  const seen = new Set<number>();
  for (let at = 0; at < text.length; at += 4) {
    let pair = 0;
    for (let i = at; i < at + 4; i++) {
      const digit = digits.indexOf(text[i]);
      if (digit < 0) return refuse(`digit ${i + 1} is not one of base64url`);
      pair = pair * 64 + digit;
    }
    const [left, right] = [pair >> pairBits, pair & (2 ** pairBits - 1)];
    const name = `pair ${merges.length + 1}`;
    if (left >= lengths.length || right >= lengths.length) return refuse(`${name} names a later token`);
    if (seen.has(pair)) return refuse(`${name} comes twice`);
    seen.add(pair);
    const length = lengths[left] + lengths[right];
    if (length > mostWordBytes) return refuse(`${name} is longer than a word`);
    lengths.push(length);
    merges.push([left, right]);
  }
  return ok(merges);
}

/** The bytes of each token. */
export function bytesOfTokens(merges: readonly Merge[]): readonly Uint8Array[] {
  const all: Uint8Array[] = Array.from({ length: byteTokens }, (_, byte) => Uint8Array.of(byte));
  for (const [left, right] of merges) all.push(Uint8Array.of(...all[left], ...all[right]));
  return all;
}

/** Words seen again are not merged again; texts repeat most of theirs. */
const mostKeptWords = 1 << 16;

export class WordEncoder {
  /** The merge of each pair of tokens, or 0. */
  readonly #mergeOf = new Uint16Array(1 << (2 * pairBits));
  readonly #kept = new Map<string, Uint16Array>();

  constructor(merges: readonly Merge[]) {
    merges.forEach(([left, right], at) => {
      this.#mergeOf[(left << pairBits) | right] = byteTokens + at;
    });
  }

  encode(word: Uint8Array): Uint16Array {
    const name = String.fromCharCode(...word);
    const known = this.#kept.get(name);
    if (known) return known;
    const tokens = this.#merge(word);
    if (this.#kept.size < mostKeptWords) this.#kept.set(name, tokens);
    return tokens;
  }

  #merge(word: Uint8Array): Uint16Array {
    const tokens = Uint16Array.from(word);
    let { length } = tokens;
    for (;;) {
      let first = 0xffff;
      for (let i = 1; i < length; i++) {
        const merge = this.#mergeOf[(tokens[i - 1] << pairBits) | tokens[i]];
        if (merge !== 0 && merge < first) first = merge;
      }
      if (first === 0xffff) return tokens.slice(0, length);
      let to = 0;
      for (let i = 0; i < length; i++, to++) {
        const isPair = i + 1 < length && this.#mergeOf[(tokens[i] << pairBits) | tokens[i + 1]] === first;
        tokens[to] = isPair ? first : tokens[i];
        if (isPair) i++;
      }
      length = to;
    }
  }
}
