// Cuts UTF-8 text into the words within which byte pairs are merged. A word is up to 16 letters, digits or marks of one
// kind with the space before them, or up to 16 blanks. Letters are those of ASCII and every character beyond it: so all
// browsers cut alike, whatever Unicode they know. The same rule as a pattern is `wordPattern`.

/** The pattern for a tokenizer file and for tests. Each alternative is one kind of word. */
export const wordPattern =
  ' ?[^\\x00-@\\[-`{-\\x7f]{1,16}| ?[0-9]{1,16}| ?[!-/:-@\\[-`{-~]{1,16}|[\\x00-\\x20\\x7f]{1,16}';

/** The most characters of the pattern. A longer word would cost the square of its length. */
const mostCharacters = 16;
/** 16 characters of four bytes and a space. */
export const mostWordBytes = 4 * mostCharacters + 1;

const space = 0x20;
const blank = 0;
const letter = 1;
const digit = 2;
const mark = 3;

const kindOf = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte <= space || byte === 0x7f) return blank;
  if (byte >= 0x80 || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)) return letter;
  return byte >= 0x30 && byte <= 0x39 ? digit : mark;
});

/** Cuts a text that comes in pieces. A word is passed as a view that is valid during the call. */
export class WordCutter {
  readonly #take: (word: Uint8Array) => void;
  readonly #word = new Uint8Array(mostWordBytes);
  #bytes = 0;
  #characters = 0;
  #kind = blank;

  constructor(take: (word: Uint8Array) => void) {
    this.#take = take;
  }

  write(piece: Uint8Array): void {
    for (const byte of piece) {
      const isWithin = byte >= 0x80 && byte < 0xc0; // a further byte of a character
      if (!isWithin) this.#begin(kindOf[byte]);
      this.#word[this.#bytes++] = byte;
    }
  }

  end(): void {
    if (this.#bytes > 0) this.#take(this.#word.subarray(0, this.#bytes));
    this.#bytes = 0;
    this.#characters = 0;
  }

  /** A character of this kind comes next: it ends the word, unless it belongs to it. */
  #begin(kind: number): void {
    const isOneSpace = this.#bytes === 1 && this.#word[0] === space;
    if (isOneSpace && kind !== blank) this.#characters = 0;
    else if (this.#bytes > 0 && (kind !== this.#kind || this.#characters === mostCharacters)) this.end();
    this.#kind = kind;
    this.#characters++;
  }
}
