// Turns UTF-8 text that comes in pieces into byte-pair tokens, two bytes each.
import { WordEncoder } from './byte-pairs';
import type { TextWriter } from './text-writer';
import type { TokenBytes } from './tokens';
import type { Vocabulary } from './vocabulary';
import { WordCutter } from './words';

const pieceTokens = 2 ** 15;

export class BytePairWriter implements TextWriter {
  readonly #piece = new Uint16Array(pieceTokens);
  #filled = 0;
  readonly #cutter: WordCutter;

  constructor(
    readonly vocabulary: Extract<Vocabulary, { kind: 'byte-pairs' }>,
    readonly into: TokenBytes,
  ) {
    const encoder = new WordEncoder(vocabulary.merges);
    this.#cutter = new WordCutter((word) => this.#add(encoder.encode(word)));
  }

  write(_: string, piece: Uint8Array): undefined {
    this.#cutter.write(piece);
  }

  known() {
    return { vocabulary: this.vocabulary, width: 2 } as const;
  }

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
