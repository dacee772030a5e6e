// A UTF-8 text that comes in pieces as byte-pair tokens: cut as its vocabulary says, and each word merged.
import type { BytePairs } from './byte-pairs';
import { byteTokens } from './byte-pairs';
import { Gpt2WordCutter } from './gpt2-words';
import { SpecialCutter } from './special-tokens';
import { tokenOfByte } from './visible-bytes';
import { WordEncoder } from './word-encoder';
import { WordCutter } from './words';

interface Cutter {
  write(piece: Uint8Array): void;
  end(): void;
}

export class BytePairEncoder implements Cutter {
  readonly #first: Cutter;
  readonly #words: Cutter;

  /** `take`: gets the tokens in order. */
  constructor(vocabulary: BytePairs, take: (tokens: Uint16Array) => void) {
    const encoder = encoderOf(vocabulary);
    const { merges, gpt2 } = vocabulary;
    const takeWord = (word: Uint8Array): void => take(encoder.encode(word));
    this.#first = this.#words = gpt2 ? new Gpt2WordCutter(takeWord) : new WordCutter(takeWord);
    if (!gpt2 || gpt2.special.length === 0) return;
    this.#first = new SpecialCutter(gpt2.special, {
      text: (piece) => this.#words.write(piece),
      special: (at) => {
        this.#words.end();
        take(Uint16Array.of(byteTokens + merges.length + at));
      },
    });
  }

  write(piece: Uint8Array): void {
    this.#first.write(piece);
  }

  end(): void {
    this.#first.end();
    if (this.#words !== this.#first) this.#words.end();
  }
}

const encoders = new WeakMap<BytePairs, WordEncoder>();

/** A table of 50,000 pairs is not made again for each sentence. */
function encoderOf(vocabulary: BytePairs): WordEncoder {
  let encoder = encoders.get(vocabulary);
  if (!encoder)
    encoders.set(vocabulary, (encoder = new WordEncoder(vocabulary.merges, vocabulary.gpt2 && tokenOfByte)));
  return encoder;
}
