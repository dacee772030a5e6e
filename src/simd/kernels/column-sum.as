// Sums over the rows of a matrix. Threads share the columns, so each output has one owner. Rows stream through the cache
// once, and sums wait in the thread's own scratch.
import { endOf, firstOf, ownScratch } from './thread';

/** Rows that are added up before their sum joins the others': short sums round less. A multiple of 4. */
export const rowsOfSum = 64;

/** out (columns) += column sums of x (rows, columns). Own scratch: 4·columns bytes, padded. */
export function columnSum(x: usize, out: usize, rows: i32, columns: i32): void {
  const quads = (columns + 3) >> 2;
  const first = usize(firstOf(quads)) << 4;
  const end = usize(endOf(quads)) << 4;
  const stride = usize(columns) << 2;
  const sums = ownScratch() - first;
  for (let row = 0; row < rows; row += rowsOfSum) {
    const last = min(row + rowsOfSum, rows);
    let from = x + row * stride;
    for (let at = first; at < end; at += 16) v128.store(sums + at, f32x4.splat(0));
    let i = row;
    for (; i + 4 <= last; i += 4) {
      const second = from + stride, third = second + stride, fourth = third + stride;
      for (let at = first; at < end; at += 16) {
        const one = f32x4.add(v128.load(from + at), v128.load(second + at));
        const two = f32x4.add(v128.load(third + at), v128.load(fourth + at));
        v128.store(sums + at, f32x4.add(v128.load(sums + at), f32x4.add(one, two)));
      }
      from = fourth + stride;
    }
    for (; i < last; i++) {
      for (let at = first; at < end; at += 16)
        v128.store(sums + at, f32x4.add(v128.load(sums + at), v128.load(from + at)));
      from += stride;
    }
    for (let at = first; at < end; at += 16)
      v128.store(out + at, f32x4.add(v128.load(out + at), v128.load(sums + at)));
  }
}
