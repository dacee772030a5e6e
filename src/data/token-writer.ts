// Turns text that comes in pieces into tokens, a byte each. A character gets a number when it first appears. At the
// end the numbers become the characters' ranks by code point.
import { GrowingBytes } from './growing-bytes';
import type { Text } from './text-windows';
import { maximumCharacters } from './vocabulary';

export class TokenWriter {
  /** In order of first appearance. Stops at one more than can be numbered; such a text cannot be finished. */
  readonly characters: string[] = [];
  readonly #tokens: GrowingBytes;
  /** For characters of the basic plane: the character's number plus one, or 0. */
  readonly #numberOf = new Uint16Array(0x1_0000);
  readonly #numberOfOther = new Map<number, number>();

  constructor(expectedCharacters: number) {
    this.#tokens = new GrowingBytes(expectedCharacters);
  }

  get length(): number {
    return this.#tokens.length;
  }

  /** `text`: whole code points. */
  write(text: string): void {
    if (this.characters.length > maximumCharacters) return;
    const tokens = this.#tokens.room(text.length);
    let at = this.#tokens.length;
    for (let i = 0; i < text.length; i++) {
      const point = text.codePointAt(i)!;
      if (point > 0xffff) i++;
      const number =
        (point > 0xffff ? this.#numberOfOther.get(point) : this.#numberOf[point]) || this.#add(point);
      if (number > maximumCharacters) break;
      tokens[at++] = number - 1;
    }
    this.#tokens.length = at;
  }

  /** Gives the tokens away. The writer cannot be used afterwards. */
  finish(): Text & { readonly vocabulary: { readonly kind: 'characters' } } {
    const sorted = [...this.characters].sort((a, b) => a.codePointAt(0)! - b.codePointAt(0)!);
    const placeOf = new Map(sorted.map((character, place) => [character, place]));
    const places = Uint8Array.from(this.characters, (character) => placeOf.get(character)!);
    const tokens = this.#tokens.finish();
    for (let i = 0; i < tokens.length; i++) tokens[i] = places[tokens[i]];
    return { vocabulary: { kind: 'characters', characters: sorted }, tokens };
  }

  #add(point: number): number {
    const number = this.characters.push(String.fromCodePoint(point));
    if (point > 0xffff) this.#numberOfOther.set(point, number);
    else this.#numberOf[point] = number;
    return number;
  }
}

/** For a text in memory. Undefined when it has more than `maximumCharacters` different characters. */
export function tokenise(text: string): ReturnType<TokenWriter['finish']> | undefined {
  const writer = new TokenWriter(text.length);
  writer.write(text);
  return writer.characters.length > maximumCharacters ? undefined : writer.finish();
}
