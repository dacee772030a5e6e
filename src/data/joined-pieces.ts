// Many small pieces of bytes as a few large ones on a shelf: an array or a Blob each would take more room than its bytes.
import { blobShelf, type ByteShelf } from './byte-shelf';

const pieceBytes = 2 ** 20;

export class JoinedPieces {
  readonly #shelf: ByteShelf;
  readonly #piece = new Uint8Array(pieceBytes);
  #filled = 0;
  #length = 0;

  constructor(shelf = blobShelf()) {
    this.#shelf = shelf;
  }

  /** So many bytes were given. */
  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    this.#length += bytes.length;
    for (let at = 0; at < bytes.length;) {
      if (this.#filled === pieceBytes) this.#pass();
      const some = bytes.subarray(at, at + pieceBytes - this.#filled);
      this.#piece.set(some, this.#filled);
      this.#filled += some.length;
      at += some.length;
    }
  }

  finish(): Promise<Blob> {
    this.#pass();
    return this.#shelf.finish();
  }

  #pass(): void {
    if (this.#filled > 0) this.#shelf.append(this.#piece.subarray(0, this.#filled));
    this.#filled = 0;
  }
}
