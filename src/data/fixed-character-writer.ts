// Turns text that comes in pieces into tokens of given characters, a byte each. A character without a token ends it.
import { say } from '../base/sayings';
import { fail } from '../base/result';
import type { TextWriter } from './text-writer';
import type { TokenBytes } from './tokens';
import type { Vocabulary } from './vocabulary';

const pieceTokens = 2 ** 16;

export class FixedCharacterWriter implements TextWriter {
  readonly #piece = new Uint8Array(pieceTokens);
  readonly #tokenOf: ReadonlyMap<string, number>;
  #line = 1;

  /** There are at most 256 characters: token i is the i-th one. */
  constructor(
    readonly vocabulary: Extract<Vocabulary, { kind: 'characters' }>,
    readonly into: TokenBytes,
  ) {
    this.#tokenOf = new Map(vocabulary.characters.map((character, token) => [character, token]));
  }

  write(text: string): ReturnType<TextWriter['write']> {
    const piece = this.#piece;
    let filled = 0;
    for (const character of text) {
      const token = this.#tokenOf.get(character);
      if (token === undefined)
        return fail(
          'bad-file',
          say('text-unknown-character', { line: this.#line, character: shown(character) }),
        );
      if (character === '\n') this.#line++;
      piece[filled++] = token;
      if (filled < pieceTokens) continue;
      this.into.append(piece);
      filled = 0;
    }
    this.into.append(piece.subarray(0, filled));
    return undefined;
  }

  known() {
    return { vocabulary: this.vocabulary, width: 1 } as const;
  }
}

/** Blanks by their number. */
function shown(character: string): string {
  return /\s/u.test(character) ? `U+${character.codePointAt(0)!.toString(16).padStart(4, '0')}` : character;
}
