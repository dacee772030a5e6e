// Interlaced images of 1, 2 or 4 bits a pixel (PNG, W3C Recommendation, sections 8.2 and 9.2). The decoder reads their passes
// as if each pixel had a byte, so here they become plain rows of one byte a pixel, before the decoder receives them.
import { assert } from '../../base/assert';

/** The first column and row of each pass, and the steps between two. */
export const adam7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** `packed`: the filtered rows of all passes, one channel of `depth` bits, below 8. Gives (height, 1 + width): a byte for no
 *  filter, then the samples. Throws on an unknown filter. */
export function plainRows(
  packed: Uint8Array,
  width: number,
  height: number,
  depth: number,
): Uint8Array<ArrayBuffer> {
  assert(depth < 8, 'pixels smaller than a byte');
  const rows = new Uint8Array(height * (1 + width));
  const most = (1 << depth) - 1;
  let at = 0;
  for (const [left, top, across, down] of adam7) {
    const columns = Math.max(0, Math.ceil((width - left) / across));
    const lines = columns === 0 ? 0 : Math.max(0, Math.ceil((height - top) / down));
    const bytes = Math.ceil((columns * depth) / 8);
    let above = new Uint8Array(bytes);
    for (let line = 0; line < lines; line++) {
      const row = unfiltered(packed[at], packed.slice(at + 1, at + 1 + bytes), above);
      at += 1 + bytes;
      above = row;
      const to = (top + line * down) * (1 + width) + 1 + left;
      for (let column = 0; column < columns; column++) {
        const bit = column * depth;
        rows[to + column * across] = (row[bit >> 3] >> (8 - depth - (bit & 7))) & most;
      }
    }
  }
  return rows;
}

/** Takes the filter of a row back, in place. A pixel is smaller than a byte, so the byte before stands for the pixel
 *  before. */
function unfiltered(
  filter: number,
  row: Uint8Array<ArrayBuffer>,
  above: Uint8Array,
): Uint8Array<ArrayBuffer> {
  for (let at = 0; at < row.length; at++) {
    const left = at > 0 ? row[at - 1] : 0;
    row[at] += predicted(filter, left, above[at], at > 0 ? above[at - 1] : 0);
  }
  return row;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    case 4: {
      const [a, b, c] = [left, above, corner].map((byte) => Math.abs(left + above - corner - byte));
      return a <= b && a <= c ? left : b <= c ? above : corner;
    }
    default:
      throw new Error(`an unknown filter (${filter})`);
  }
}
