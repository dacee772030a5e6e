// Turns UTF-8 text that comes in pieces into byte-pair tokens, two bytes each.
import { WordEncoder, type Merge } from './byte-pairs';
import { WordCutter } from './words';

export class BytePairWriter {
  #tokens: Uint16Array;
  #length = 0;
  readonly #cutter: WordCutter;

  /** `expectedBytes`: of the text. Tokens are rarely more than half as many. */
  constructor(merges: readonly Merge[], expectedBytes: number) {
    this.#tokens = new Uint16Array(Math.max(1024, expectedBytes >> 1));
    const encoder = new WordEncoder(merges);
    this.#cutter = new WordCutter((word) => this.#add(encoder.encode(word)));
  }

  write(piece: Uint8Array): void {
    this.#cutter.write(piece);
  }

  /** Gives the tokens away. */
  finish(): Uint16Array {
    this.#cutter.end();
    return this.#tokens.slice(0, this.#length);
  }

  #add(tokens: Uint16Array): void {
    if (this.#length + tokens.length > this.#tokens.length) {
      const grown = new Uint16Array(2 * this.#tokens.length);
      grown.set(this.#tokens);
      this.#tokens = grown;
    }
    this.#tokens.set(tokens, this.#length);
    this.#length += tokens.length;
  }
}
