// Turns text that comes in pieces into tokens, a byte each. A character gets a number when it first appears. At the
// end the numbers become the characters' ranks by code point.
import { say } from '../base/sayings';
import { fail } from '../base/result';
import type { TextWriter } from './text-writer';
import type { TokenBytes } from './tokens';
import { maximumCharacters } from './vocabulary';

const pieceTokens = 2 ** 16;

export class TokenWriter implements TextWriter {
  /** The characters in order of first appearance. */
  readonly characters: string[] = [];
  readonly #piece = new Uint8Array(pieceTokens);
  /** The numbers of the basic plane’s characters: the character's number plus one, or 0. */
  readonly #numberOf = new Uint16Array(0x1_0000);
  readonly #numberOfOther = new Map<number, number>();

  constructor(readonly into: TokenBytes) {}

  write(text: string): ReturnType<TextWriter['write']> {
    const piece = this.#piece;
    let filled = 0;
    for (let i = 0; i < text.length; i++) {
      const point = text.codePointAt(i)!;
      if (point > 0xffff) i++;
      const number =
        (point > 0xffff ? this.#numberOfOther.get(point) : this.#numberOf[point]) || this.#add(point);
      if (number > maximumCharacters)
        return fail('bad-file', say('text-of-many-characters', { most: maximumCharacters }));
      piece[filled++] = number - 1;
      if (filled < pieceTokens) continue;
      this.into.append(piece);
      filled = 0;
    }
    this.into.append(piece.subarray(0, filled));
    return undefined;
  }

  /** The characters by code point, and the rank of each number that was written. */
  known() {
    const sorted = [...this.characters].sort((a, b) => a.codePointAt(0)! - b.codePointAt(0)!);
    const placeOf = new Map(sorted.map((character, place) => [character, place]));
    return {
      vocabulary: { kind: 'characters', characters: sorted },
      width: 1,
      places: Uint8Array.from(this.characters, (character) => placeOf.get(character)!),
    } as const;
  }

  #add(point: number): number {
    const number = this.characters.push(String.fromCodePoint(point));
    if (point > 0xffff) this.#numberOfOther.set(point, number);
    else this.#numberOf[point] = number;
    return number;
  }
}
