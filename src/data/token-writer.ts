// Turns text that comes in pieces into tokens, a byte each. A character gets a number when it first appears. At the
// end the numbers become the characters' ranks by code point.
import type { TokenBytes } from './tokens';
import { maximumCharacters } from './vocabulary';

const pieceTokens = 2 ** 16;

export class TokenWriter {
  /** The characters in order of first appearance. Stops at one more than can be numbered; such a text cannot be
   *  finished. */
  readonly characters: string[] = [];
  readonly #piece = new Uint8Array(pieceTokens);
  /** The numbers of the basic plane’s characters: the character's number plus one, or 0. */
  readonly #numberOf = new Uint16Array(0x1_0000);
  readonly #numberOfOther = new Map<number, number>();

  constructor(readonly into: TokenBytes) {}

  /** `text`: whole code points. */
  write(text: string): void {
    if (this.characters.length > maximumCharacters) return;
    const piece = this.#piece;
    let filled = 0;
    for (let i = 0; i < text.length; i++) {
      const point = text.codePointAt(i)!;
      if (point > 0xffff) i++;
      const number =
        (point > 0xffff ? this.#numberOfOther.get(point) : this.#numberOf[point]) || this.#add(point);
      if (number > maximumCharacters) break;
      piece[filled++] = number - 1;
      if (filled < pieceTokens) continue;
      this.into.append(piece);
      filled = 0;
    }
    this.into.append(piece.subarray(0, filled));
  }

  /** The characters by code point, and the rank of each number that was written. */
  get ranks(): { readonly characters: readonly string[]; readonly places: Uint8Array } {
    const sorted = [...this.characters].sort((a, b) => a.codePointAt(0)! - b.codePointAt(0)!);
    const placeOf = new Map(sorted.map((character, place) => [character, place]));
    return {
      characters: sorted,
      places: Uint8Array.from(this.characters, (character) => placeOf.get(character)!),
    };
  }

  #add(point: number): number {
    const number = this.characters.push(String.fromCodePoint(point));
    if (point > 0xffff) this.#numberOfOther.set(point, number);
    else this.#numberOf[point] = number;
    return number;
  }
}
