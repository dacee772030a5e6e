// Which rows of a run to draw, while the run grows: the smallest and the largest value of each piece, as `keptRows` has
// them of all rows at once. A row that is added costs the same however many there are, and a point that is drawn stays
// until pieces become wider.

/** The extremes of one column, in pieces of `width` rows. */
export class GrowingExtremes {
  #width = 0;
  #read = 0;
  /** The row of the lowest value of each piece; -1: the piece has no finite value. */
  #low = new Int32Array(0);
  #high = new Int32Array(0);

  /** `values`: those of the last call, and more. With another width all of them are read again. */
  read(values: Float64Array, width: number): void {
    if (width !== this.#width) this.#begin(width);
    this.#makeRoom(Math.ceil(values.length / width));
    const [low, high] = [this.#low, this.#high];
    for (let row = this.#read; row < values.length; row++) {
      const value = values[row];
      if (value - value !== 0) continue; // not finite
      const piece = Math.floor(row / width);
      if (low[piece] < 0 || value < values[low[piece]]) low[piece] = row;
      if (high[piece] < 0 || value > values[high[piece]]) high[piece] = row;
    }
    this.#read = values.length;
  }

  lowest(piece: number): number {
    return this.#low[piece];
  }

  highest(piece: number): number {
    return this.#high[piece];
  }

  /** 1 for each row that is an extreme of its piece. */
  among(rows: Uint32Array): Uint8Array {
    const are = new Uint8Array(rows.length);
    for (let at = 0; at < rows.length; at++) {
      const piece = Math.floor(rows[at] / this.#width);
      if (this.#low[piece] === rows[at] || this.#high[piece] === rows[at]) are[at] = 1;
    }
    return are;
  }

  #begin(width: number): void {
    this.#width = width;
    this.#read = 0;
    this.#low.fill(-1);
    this.#high.fill(-1);
  }

  #makeRoom(pieces: number): void {
    if (pieces <= this.#low.length) return;
    const grown = (rows: Int32Array) => {
      const larger = new Int32Array(2 * pieces).fill(-1);
      larger.set(rows);
      return larger;
    };
    this.#low = grown(this.#low);
    this.#high = grown(this.#high);
  }
}

/** The smallest of 1, 2, 3, 4, 6, 8, 12, 16 … rows that makes at most `most` pieces of `count` rows. */
export function pieceWidth(count: number, most: number): number {
  for (let width = 1; ; width *= 2) {
    if (count <= width * most) return width;
    if (width > 1 && count <= 1.5 * width * most) return 1.5 * width;
  }
}

/** Rows in ascending order: the first, the last, and each piece's extremes of each column. */
export function rowsOfExtremes(
  count: number,
  width: number,
  columns: readonly GrowingExtremes[],
): Uint32Array {
  const pieces = Math.ceil(count / width);
  const rows = new Uint32Array(2 + 2 * columns.length * pieces);
  let length = 0;
  const add = (row: number, from: number): void => {
    let at = length;
    while (at > from && rows[at - 1] > row) at--;
    if (at > from && rows[at - 1] === row) return;
    for (let moved = length++; moved > at; moved--) rows[moved] = rows[moved - 1];
    rows[at] = row;
  };
  for (let piece = 0; piece < pieces; piece++) {
    const from = length;
    if (piece === 0) add(0, from);
    for (const column of columns) {
      if (column.lowest(piece) < 0) continue;
      add(column.lowest(piece), from);
      add(column.highest(piece), from);
    }
    if (piece === pieces - 1) add(count - 1, from);
  }
  return rows.subarray(0, length);
}
