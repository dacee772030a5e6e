// Writes the bytes of tokens to a file in pages, and hashes them once all are there.
import { yieldToLoop } from '../base/yield-to-loop';
import type { Hash64 } from '../base/hash';
import { FileTokens, type TokenWidth } from './file-tokens';
import { hashedPageBytes, TokenHash } from './token-hash';
import type { TokenBytes, TokenFile } from './tokens';

export class TokenPages implements TokenBytes {
  readonly #page = new Uint8Array(hashedPageBytes);
  #filled = 0;
  #written = 0;

  constructor(readonly file: TokenFile) {}

  /** Throws what the file throws. */
  append(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) {
      const some = bytes.subarray(at, at + hashedPageBytes - this.#filled);
      this.#page.set(some, this.#filled);
      this.#filled += some.length;
      at += some.length;
      if (this.#filled === hashedPageBytes) this.#pass();
    }
  }

  /** One pass over the file. `places`: what each byte stands for, which it then becomes; undefined: they stay. */
  async finish(width: TokenWidth, places?: Uint8Array): Promise<{ tokens: FileTokens; hash: Hash64 }> {
    this.#pass();
    const hash = new TokenHash();
    for (let at = 0; at < this.#written; at += hashedPageBytes) {
      const page = this.#page.subarray(0, Math.min(hashedPageBytes, this.#written - at));
      this.file.read(at, page);
      if (places) {
        renumber(page, places);
        this.file.write(at, page);
      }
      hash.add(page);
      await yieldToLoop();
    }
    return { tokens: new FileTokens(this.file, this.#written / width, width), hash: hash.value };
  }

  #pass(): void {
    if (this.#filled === 0) return;
    this.file.write(this.#written, this.#page.subarray(0, this.#filled));
    this.#written += this.#filled;
    this.#filled = 0;
  }
}

/** Gives the tokens their new numbers, in place. */
export function renumber(tokens: Uint8Array, places: Uint8Array): void {
  for (let i = 0; i < tokens.length; i++) tokens[i] = places[tokens[i]];
}
