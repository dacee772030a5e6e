// Products of packed panels, with the epilogue of a dense layer. A product is cut along its depth: for each block, one
// kernel packs both operands into scratch, and the next multiplies them. So the pieces stay in the caches, and threads
// share the packing.
import { activate, madd, slope } from './math';
import { packAcross, packAlong } from './panels';
import { endOf, firstOf, ownScratch } from './thread';

/** Row panels of A that stay in the second-level cache beside one panel of B: 128 rows · 512 · 4 B = 256 KiB. */
const panelsPerBlock = 32;

@inline export function panelsOf(length: i32, width: i32): i32 {
  return (length + width - 1) / width;
}

/** Packs depth [start, start + depth) of op(A) (m rows), then of op(B) (n columns). `aAlong`: A is contiguous along the
 *  depth (layouts nn and nt). `bAlong`: B is (nt). Strides in elements. */
export function packMatrices(
  a: usize, b: usize, packed: usize, m: i32, n: i32, start: i32, depth: i32,
  aAlong: i32, aStride: i32, bAlong: i32, bStride: i32,
): void {
  const rowPanels = panelsOf(m, 4);
  const stride = usize(aStride) << 2;
  const from = a + (aAlong ? start << 2 : start * stride);
  for (let p = firstOf(rowPanels), end = endOf(rowPanels); p < end; p++) {
    const to = packed + p * depth * 16;
    if (aAlong) packAlong(from + (p << 2) * stride, stride, m - (p << 2), depth, 4, to);
    else packAcross(from + (p << 4), stride, m - (p << 2), depth, 4, to);
  }
  packColumns(b, packed + rowPanels * depth * 16, n, start, depth, bAlong, bStride);
}

/** Packs the columns of op(B), as packMatrices. */
@inline export function packColumns(
  b: usize, packedB: usize, n: i32, start: i32, depth: i32, bAlong: i32, bStride: i32,
): void {
  const columnPanels = panelsOf(n, 8);
  const stride = usize(bStride) << 2;
  const from = b + (bAlong ? start << 2 : start * stride);
  for (let p = firstOf(columnPanels), end = endOf(columnPanels); p < end; p++) {
    const to = packedB + p * depth * 32;
    if (bAlong) packAlong(from + (p << 3) * stride, stride, n - (p << 3), depth, 8, to);
    else packAcross(from + (p << 5), stride, n - (p << 3), depth, 8, to);
  }
}

/** out (m, n) = the product of the packed panels; with `adds` += . Then + bias (n) unless 0, then f (`activation`), or times f′ of `saved`
 *  (m, n) unless 0. `before` (m, n), unless 0, keeps what f was applied to. */
export function multiply(
  packed: usize, out: usize, m: i32, n: i32, depth: i32,
  adds: i32, bias: usize, activation: i32, saved: usize, before: usize,
): void {
  const rowPanels = panelsOf(m, 4);
  const packedB = packed + rowPanels * depth * 16;
  const columnPanels = panelsOf(n, 8);
  // Threads share the longer side.
  const byRows = rowPanels >= columnPanels;
  const firstRow = byRows ? firstOf(rowPanels) : 0;
  const endRow = byRows ? endOf(rowPanels) : rowPanels;
  const firstColumn = byRows ? 0 : firstOf(columnPanels);
  const endColumn = byRows ? columnPanels : endOf(columnPanels);
  const stride = usize(n) << 2;
  // A ragged tile of the output, one of `saved` or `before`, a row of the bias: 3 · 128 bytes.
  const edge = ownScratch();
  for (let block = firstRow; block < endRow; block += panelsPerBlock) {
    const endBlock = min(block + panelsPerBlock, endRow);
    for (let column = firstColumn; column < endColumn; column++) {
      const b = packedB + column * depth * 32;
      const columns = min(8, n - (column << 3));
      for (let row = block; row < endBlock; row++) {
        const a = packed + row * depth * 16;
        const rows = min(4, m - (row << 2));
        const at = (row << 2) * stride + (column << 5);
        const addend = bias ? bias + (column << 5) : 0;
        if (rows == 4 && columns == 8) {
          tile(a, b, depth, out + at, stride, adds);
          if (addend || activation)
            finish(out + at, stride, addend, activation, saved ? saved + at : 0, before ? before + at : 0);
        } else {
          loadEdge(out + at, stride, rows, columns, edge, adds);
          if (addend) loadEdge(addend, 0, 1, columns, edge + 256, 1);
          if (saved) loadEdge(saved + at, stride, rows, columns, edge + 128, 1);
          tile(a, b, depth, edge, 32, adds);
          if (addend || activation)
            finish(edge, 32, addend ? edge + 256 : 0, activation, saved ? edge + 128 : 0, before ? edge + 128 : 0);
          storeEdge(edge, rows, columns, out + at, stride);
          if (before) storeEdge(edge + 128, rows, columns, before + at, stride);
        }
      }
    }
  }
}

/** out (4, 8) = or += one panel of A · one panel of B. Eight sums of four lanes: with the operands all registers of a
 *  processor that has sixteen. */
@inline export function tile(a: usize, b: usize, depth: i32, out: usize, stride: usize, adds: i32): void {
  let c00 = f32x4.splat(0), c01 = c00, c10 = c00, c11 = c00, c20 = c00, c21 = c00, c30 = c00, c31 = c00;
  for (let k = 0; k < depth; k++) {
    const b0 = v128.load(b), b1 = v128.load(b, 16);
    let x = v128.load32_splat(a);
    c00 = madd(x, b0, c00); c01 = madd(x, b1, c01);
    x = v128.load32_splat(a, 4);
    c10 = madd(x, b0, c10); c11 = madd(x, b1, c11);
    x = v128.load32_splat(a, 8);
    c20 = madd(x, b0, c20); c21 = madd(x, b1, c21);
    x = v128.load32_splat(a, 12);
    c30 = madd(x, b0, c30); c31 = madd(x, b1, c31);
    a += 16; b += 32;
  }
  put(out, c00, c01, adds);
  put(out + stride, c10, c11, adds);
  put(out + 2 * stride, c20, c21, adds);
  put(out + 3 * stride, c30, c31, adds);
}

@inline function put(to: usize, x: v128, y: v128, adds: i32): void {
  if (adds) {
    x = f32x4.add(v128.load(to), x);
    y = f32x4.add(v128.load(to, 16), y);
  }
  v128.store(to, x);
  v128.store(to, y, 16);
}

/** Bias, then f, or f′ of `saved`, on a tile (4, 8). `saved` and `before` have the output's stride. */
function finish(
  out: usize, stride: usize, bias: usize, activation: i32, saved: usize, before: usize,
): void {
  for (let row = 0; row < 4; row++) {
    const line = row * stride;
    for (let at: usize = 0; at < 32; at += 16) {
      const to = line + at;
      let x = v128.load(out + to);
      if (bias) x = f32x4.add(x, v128.load(bias + at));
      if (before) v128.store(before + to, x);
      if (saved) x = f32x4.mul(x, slope(activation, v128.load(saved + to)));
      else x = activate(activation, x);
      v128.store(out + to, x);
    }
  }
}

/** Copies a ragged tile into a whole one, with zeros around it; only zeros unless `reads`. */
export function loadEdge(from: usize, stride: usize, rows: i32, columns: i32, to: usize, reads: i32): void {
  for (let at: usize = 0; at < 128; at += 16) v128.store(to + at, f32x4.splat(0));
  if (!reads) return;
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++)
      store<f32>(to + (i << 5) + (j << 2), load<f32>(from + i * stride + (j << 2)));
}

export function storeEdge(from: usize, rows: i32, columns: i32, to: usize, stride: usize): void {
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++)
      store<f32>(to + i * stride + (j << 2), load<f32>(from + (i << 5) + (j << 2)));
}
