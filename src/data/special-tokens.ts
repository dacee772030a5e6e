// Tokens such as “<|endoftext|>”, which stand for themselves wherever a text holds them: they are cut out of it before words
// are. Of several that begin at one place the longest counts, as in Hugging Face's library.
import { utf8 } from '../base/bytes';

export const mostSpecialTokens = 64;
/** UTF-16 units of one. */
const mostSpecialLength = 64;
/** A list of them as JSON, where each unit may be an escape of six characters. */
export const mostSpecialBytes = mostSpecialTokens * (6 * mostSpecialLength + 3) + 2;

/** A half of a character has no bytes. */
export function isSpecial(text: string): boolean {
  return text.length > 0 && text.length <= mostSpecialLength && !/\p{Surrogate}/u.test(text);
}

/** A list of them, all different. */
export function areSpecial(list: unknown): list is readonly string[] {
  return (
    Array.isArray(list) &&
    list.length <= mostSpecialTokens &&
    list.every((text) => typeof text === 'string' && isSpecial(text)) &&
    new Set(list).size === list.length
  );
}

interface Take {
  /** A part of the text, valid during the call. */
  text(piece: Uint8Array): void;
  /** `at`: its place in the list. */
  special(at: number): void;
}

/** Cuts a UTF-8 text that comes in pieces. */
export class SpecialCutter {
  /** The longest first. */
  readonly #specials: readonly { readonly bytes: Uint8Array; readonly at: number }[];
  readonly #isFirst = new Uint8Array(256);
  readonly #take: Take;
  /** The end of what came, which may be the beginning of a token. */
  #held: Uint8Array = new Uint8Array();

  constructor(specials: readonly string[], take: Take) {
    this.#take = take;
    this.#specials = specials
      .map((special, at) => ({ bytes: utf8(special), at }))
      .sort((a, b) => b.bytes.length - a.bytes.length);
    for (const { bytes } of this.#specials) this.#isFirst[bytes[0]] = 1;
  }

  write(piece: Uint8Array): void {
    if (this.#held.length === 0) return this.#cut(piece, false);
    const joined = new Uint8Array(this.#held.length + piece.length);
    joined.set(this.#held);
    joined.set(piece, this.#held.length);
    this.#cut(joined, false);
  }

  end(): void {
    this.#cut(this.#held, true);
  }

  #cut(bytes: Uint8Array, isLast: boolean): void {
    let from = 0;
    this.#held = new Uint8Array();
    for (let i = 0; i < bytes.length; i++) {
      if (this.#isFirst[bytes[i]] === 0) continue;
      if (!isLast && this.#mayGoOn(bytes, i)) {
        this.#held = bytes.slice(i);
        if (i > from) this.#take.text(bytes.subarray(from, i));
        return;
      }
      const found = this.#specials.find(
        (special) => matches(special.bytes, bytes, i) === special.bytes.length,
      );
      if (!found) continue;
      if (i > from) this.#take.text(bytes.subarray(from, i));
      this.#take.special(found.at);
      from = i + found.bytes.length;
      i = from - 1;
    }
    if (from < bytes.length) this.#take.text(bytes.subarray(from));
  }

  /** Only what comes next says which token begins at byte `at`, or whether one does. */
  #mayGoOn(bytes: Uint8Array, at: number): boolean {
    const left = bytes.length - at;
    return this.#specials.some(
      (special) => special.bytes.length > left && matches(special.bytes, bytes, at) === left,
    );
  }
}

/** The number of bytes of `special` at `at`. */
function matches(special: Uint8Array, bytes: Uint8Array, at: number): number {
  let count = 0;
  while (count < special.length && special[count] === bytes[at + count]) count++;
  return count;
}
