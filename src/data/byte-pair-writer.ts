// Turns UTF-8 text that comes in pieces into byte-pair tokens, two bytes each.
import { bytesOf } from '../base/bytes';
import { BytePairEncoder } from './byte-pair-encoder';
import type { BytePairs } from './byte-pairs';
import type { TextWriter } from './text-writer';
import type { TokenBytes } from './tokens';

const pieceTokens = 2 ** 15;

export class BytePairWriter implements TextWriter {
  readonly #piece = new Uint16Array(pieceTokens);
  #filled = 0;
  readonly #encoder: BytePairEncoder;

  constructor(
    readonly vocabulary: BytePairs,
    readonly into: TokenBytes,
  ) {
    this.#encoder = new BytePairEncoder(vocabulary, (tokens) => this.#add(tokens));
  }

  write(_: string, piece: Uint8Array): undefined {
    this.#encoder.write(piece);
  }

  known() {
    return { vocabulary: this.vocabulary, width: 2 } as const;
  }

  end(): void {
    this.#encoder.end();
    this.#pass();
  }

  #add(tokens: Uint16Array): void {
    if (this.#filled + tokens.length > pieceTokens) this.#pass();
    if (tokens.length > pieceTokens) return this.into.append(bytesOf(tokens));
    this.#piece.set(tokens, this.#filled);
    this.#filled += tokens.length;
  }

  #pass(): void {
    this.into.append(new Uint8Array(this.#piece.buffer, 0, 2 * this.#filled));
    this.#filled = 0;
  }
}
