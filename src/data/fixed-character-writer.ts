// Turns text that comes in pieces into tokens of given characters, a byte each. A character without a token ends it.
import { GrowingBytes } from './growing-bytes';

export class FixedCharacterWriter {
  readonly #tokens: GrowingBytes;
  readonly #tokenOf: ReadonlyMap<string, number>;
  #line = 1;

  /** At most 256 characters: token i is the i-th one. */
  constructor(characters: readonly string[], expectedCharacters: number) {
    this.#tokens = new GrowingBytes(expectedCharacters);
    this.#tokenOf = new Map(characters.map((character, token) => [character, token]));
  }

  /** `text`: whole code points. Why it cannot go on; undefined: all has tokens. */
  write(text: string): string | undefined {
    const tokens = this.#tokens.room(text.length);
    let at = this.#tokens.length;
    for (const character of text) {
      const token = this.#tokenOf.get(character);
      if (token === undefined)
        return `line ${this.#line} of the text holds “${shown(character)}”, for which the model has no token`;
      if (character === '\n') this.#line++;
      tokens[at++] = token;
    }
    this.#tokens.length = at;
    return undefined;
  }

  /** Gives the tokens away. */
  finish(): Uint8Array {
    return this.#tokens.finish();
  }
}

/** Blanks by their number. */
function shown(character: string): string {
  return /\s/u.test(character) ? `U+${character.codePointAt(0)!.toString(16).padStart(4, '0')}` : character;
}
