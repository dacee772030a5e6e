// Cuts UTF-8 text that comes in pieces into GPT-2's words, by its pattern
//   's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
// with the classes of gpt2-classes.ts. A word of more than 256 KiB is cut there, so that a text without an end of a word
// takes bounded memory.
import { blank, classOf, letter, mark } from './gpt2-classes';

/** The longest word, in bytes. */
export const mostGpt2WordBytes = 2 ** 18;

const space = 0x20;
const apostrophe = 0x27;
/** The letters that end a contraction after an apostrophe, and the second letter that others need. */
const shortEnds = new Set([...'stmd'].map((end) => end.charCodeAt(0)));
const secondOf = new Map(['re', 've', 'll'].map((end) => [end.charCodeAt(0), end.charCodeAt(1)]));

/** The state before a word. States below it are words of one class. */
const nothing = 4;
/** An apostrophe that may begin a contraction. */
const opened = 5;
/** An apostrophe with r, v or l. */
const half = 6;

/** A word is passed as a view that is valid during the call. */
export class Gpt2WordCutter {
  readonly #take: (word: Uint8Array) => void;
  #word = new Uint8Array(256);
  #length = 0;
  #state = nothing;
  /** The bytes of the last one of held blanks. */
  #lastBytes = 0;
  readonly #character = new Uint8Array(4);
  #have = 0;
  #need = 0;

  constructor(take: (word: Uint8Array) => void) {
    this.#take = take;
  }

  /** Well-formed UTF-8, which may be cut within a character. */
  write(piece: Uint8Array): void {
    for (let i = 0; i < piece.length; i++) {
      const byte = piece[i];
      if (byte < 0x80) this.#next(classOf(byte), piece, i, i + 1);
      else {
        if (this.#need === 0) this.#need = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
        this.#character[this.#have++] = byte;
        if (this.#have < this.#need) continue;
        this.#next(classOf(pointOf(this.#character, this.#need)), this.#character, 0, this.#need);
        this.#have = this.#need = 0;
      }
    }
  }

  /** The text ends, or a token that is no word follows. */
  end(): void {
    if (this.#state === half) this.#splitHalf();
    this.#pass(this.#length);
    this.#state = nothing;
  }

  #next(kind: number, bytes: Uint8Array, from: number, to: number): void {
    const byte = bytes[from];
    if (this.#state === opened && shortEnds.has(byte)) return this.#endContraction(byte);
    if (this.#state === opened && secondOf.has(byte)) {
      this.#push(bytes, from, to);
      this.#state = half;
      return;
    }
    if (this.#state === half) {
      if (byte === secondOf.get(this.#word[1])) return this.#endContraction(byte);
      this.#splitHalf();
    }
    const held = this.#state === opened ? mark : this.#state;
    if (this.#length + to - from > mostGpt2WordBytes) this.#pass(this.#length);
    else if (held === blank && kind !== blank) this.#endBlanks();
    else if (held !== kind) this.#pass(this.#length);
    this.#state = byte === apostrophe && this.#length === 0 ? opened : kind;
    this.#push(bytes, from, to);
    if (kind === blank) this.#lastBytes = to - from;
  }

  /** The last blank before a word is not of their run: a space belongs to the word, another is a word by itself. */
  #endBlanks(): void {
    const last = this.#length - this.#lastBytes;
    const isSpace = this.#word[last] === space;
    if (last > 0) this.#take(this.#word.subarray(0, last));
    if (!isSpace) this.#take(this.#word.subarray(last, this.#length));
    this.#word[0] = space;
    this.#length = isSpace ? 1 : 0;
  }

  #endContraction(byte: number): void {
    this.#word[this.#length++] = byte;
    this.#pass(this.#length);
    this.#state = nothing;
  }

  /** The apostrophe is a word, and its letter begins another. */
  #splitHalf(): void {
    this.#take(this.#word.subarray(0, 1));
    this.#word[0] = this.#word[1];
    this.#length = 1;
    this.#state = letter;
  }

  #pass(length: number): void {
    if (length > 0) this.#take(this.#word.subarray(0, length));
    this.#length = 0;
  }

  #push(bytes: Uint8Array, from: number, to: number): void {
    if (this.#length + to - from > this.#word.length) {
      const wider = new Uint8Array(2 * this.#word.length);
      wider.set(this.#word);
      this.#word = wider;
    }
    for (let i = from; i < to; i++) this.#word[this.#length++] = bytes[i];
  }
}

/** The code point of `need` bytes of UTF-8. */
function pointOf(bytes: Uint8Array, need: number): number {
  let point = bytes[0] & (0x7f >> need);
  for (let i = 1; i < need; i++) point = (point << 6) | (bytes[i] & 0x3f);
  return point;
}
