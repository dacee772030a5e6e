// A hash of the tokens of a large text, page by page, so that neither the tokens nor a list of windows is in memory. It is
// over the bytes of the tokens, wherever they are kept, and over their number.
import { hashWords, type Hash64 } from '../base/hash';
import type { TokenWidth } from './file-tokens';
import type { Tokens } from './tokens';

/** A whole number of words. */
export const hashedPageBytes = 2 ** 20;

export class TokenHash {
  readonly #hashes: number[] = [];
  readonly #words = new Uint32Array(hashedPageBytes / 4);
  readonly #bytes = new Uint8Array(this.#words.buffer);
  #length = 0;

  /** Every page but the last has `hashedPageBytes`. */
  add(page: Uint8Array): void {
    this.#bytes.set(page);
    this.#bytes.fill(0, page.length, (page.length + 3) & ~3);
    const { lo, hi } = hashWords(this.#words, 0, Math.ceil(page.length / 4));
    this.#hashes.push(lo, hi);
    this.#length += page.length;
  }

  get value(): Hash64 {
    const length = [this.#length % 2 ** 32, Math.floor(this.#length / 2 ** 32)];
    return hashWords(Uint32Array.from([...length, ...this.#hashes]));
  }
}

/** The hash of tokens in memory. */
export function hashTokens(tokens: Tokens, width: TokenWidth): Hash64 {
  const hash = new TokenHash();
  const most = hashedPageBytes / width;
  for (let start = 0; start < tokens.length; start += most) {
    const page = tokens.subarray(start, Math.min(start + most, tokens.length));
    hash.add(new Uint8Array(page.buffer, page.byteOffset, page.byteLength));
  }
  return hash.value;
}
