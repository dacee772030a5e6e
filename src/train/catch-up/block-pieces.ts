// The pieces of one block of state, which one source sends in order (T2). A block with few vectors is one piece.

export class BlockPieces {
  readonly bytes: Uint8Array;
  #filled = 0;

  constructor(byteLength: number) {
    this.bytes = new Uint8Array(byteLength);
  }

  /** Wrong: a piece that does not follow the ones before, or is too long. */
  take(offset: number, piece: Uint8Array): 'more' | 'whole' | 'wrong' {
    const end = this.#filled + piece.byteLength;
    if (offset !== this.#filled || piece.byteLength === 0 || end > this.bytes.byteLength) return 'wrong';
    this.bytes.set(piece, offset);
    this.#filled = end;
    return end < this.bytes.byteLength ? 'more' : 'whole';
  }
}
