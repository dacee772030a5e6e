// Turns UTF-8 text that comes in pieces into byte-pair tokens, two bytes each.
import { WordEncoder, type Merge } from './byte-pairs';
import type { TokenBytes } from './tokens';
import { WordCutter } from './words';

const pieceTokens = 2 ** 15;

export class BytePairWriter {
  readonly #piece = new Uint16Array(pieceTokens);
  #filled = 0;
  readonly #cutter: WordCutter;

  constructor(
    merges: readonly Merge[],
    readonly into: TokenBytes,
  ) {
    const encoder = new WordEncoder(merges);
    this.#cutter = new WordCutter((word) => this.#add(encoder.encode(word)));
  }

  write(piece: Uint8Array): void {
    this.#cutter.write(piece);
  }

  /** The last tokens. */
  end(): void {
    this.#cutter.end();
    this.#pass();
  }

  #add(tokens: Uint16Array): void {
    if (this.#filled + tokens.length > pieceTokens) this.#pass();
    this.#piece.set(tokens, this.#filled);
    this.#filled += tokens.length;
  }

  #pass(): void {
    this.into.append(new Uint8Array(this.#piece.buffer, 0, 2 * this.#filled));
    this.#filled = 0;
  }
}
