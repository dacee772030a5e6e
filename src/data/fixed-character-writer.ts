// Turns text that comes in pieces into tokens of given characters, a byte each. A character without a token ends it.
import type { TokenBytes } from './tokens';

const pieceTokens = 2 ** 16;

export class FixedCharacterWriter {
  readonly #piece = new Uint8Array(pieceTokens);
  readonly #tokenOf: ReadonlyMap<string, number>;
  #line = 1;

  /** There are at most 256 characters: token i is the i-th one. */
  constructor(
    characters: readonly string[],
    readonly into: TokenBytes,
  ) {
    this.#tokenOf = new Map(characters.map((character, token) => [character, token]));
  }

  /** `text`: whole code points. The line and the character at which it cannot continue; undefined: all has tokens. */
  write(text: string): { readonly line: number; readonly character: string } | undefined {
    const piece = this.#piece;
    let filled = 0;
    for (const character of text) {
      const token = this.#tokenOf.get(character);
      if (token === undefined) return { line: this.#line, character: shown(character) };
      if (character === '\n') this.#line++;
      piece[filled++] = token;
      if (filled < pieceTokens) continue;
      this.into.append(piece);
      filled = 0;
    }
    this.into.append(piece.subarray(0, filled));
    return undefined;
  }
}

/** Blanks by their number. */
function shown(character: string): string {
  return /\s/u.test(character) ? `U+${character.codePointAt(0)!.toString(16).padStart(4, '0')}` : character;
}
