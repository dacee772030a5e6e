// Collects bytes that come in pieces in one array that doubles. It takes at most twice their size, plus the first
// guess.
export class GrowingBytes {
  #bytes: Uint8Array<ArrayBuffer>;
  length = 0;

  /** `expected`: the final length, if known. */
  constructor(expected: number) {
    this.#bytes = new Uint8Array(Math.max(1, expected));
  }

  append(piece: Uint8Array): void {
    this.room(piece.length).set(piece, this.length);
    this.length += piece.length;
  }

  /** The array, with room for `more` bytes after `length`. A caller that writes there must raise `length`. */
  room(more: number): Uint8Array<ArrayBuffer> {
    if (this.length + more > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.length + more, 2 * this.#bytes.length));
      grown.set(this.#bytes.subarray(0, this.length));
      this.#bytes = grown;
    }
    return this.#bytes;
  }

  /** All bytes. They are copied only if much room is left over. */
  finish(): Uint8Array<ArrayBuffer> {
    const isTight = this.length > 0.9 * this.#bytes.length;
    return isTight ? this.#bytes.subarray(0, this.length) : this.#bytes.slice(0, this.length);
  }
}
