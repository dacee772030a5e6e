// Products of packed panels, with the epilogue of a dense layer. A product is cut along its depth, and along its columns:
// for each block, one kernel packs both operands into scratch, or B alone where A is there, and the next multiplies them.
// So the pieces stay in the caches, and threads share the packing.
import { shiftOf } from './half';
import { activate, madd, slope } from './math';
import { packAcross, packAlong } from './panels';
import { endOf, firstOf, ownScratch } from './thread';

/** Rows of A that stay in the second-level cache beside one panel of B: 128 · 512 · 4 B = 256 KiB. */
const rowsPerBlock = 128;
/** An operand that is contiguous across its panels is packed a few of its rows at a time, for all panels. These rows stay in
 *  the first-level cache, where several panels share each line (512 × 512: 12 → 33 GB/s). */
const rowsAcross = 8;
/** A tile of the output that is not whole, with six rows at most: bytes of its copy. */
const edgeBytes = 192;

@inline export function panelsOf(length: i32, width: i32): i32 {
  return (length + width - 1) / width;
}

/** How many panels of A have six rows. The panels after them have four. A relaxed multiply–add needs no register for the
 *  product, so a tile of 6 × 8 and its operands fit into sixteen. Its twelve sums hide the latency of an addition; with the
 *  eight of 4 × 8 the processor waits (53 → 57 GFLOP/s on Zen 4). */
@inline function tallPanelsOf(rows: i32): i32 {
  if (!ASC_FEATURE_RELAXED_SIMD) return 0;
  const sixes = rows / 6, rest = rows % 6;
  if (rest == 5) return sixes + 1;
  // One or two rows more than sixes: two panels of four instead of the last six.
  return (rest == 1 || rest == 2) && sixes > 0 ? sixes - 1 : sixes;
}

@inline function rowPanelsOf(rows: i32, tall: i32): i32 {
  return tall + panelsOf(max(rows - tall * 6, 0), 4);
}

/** The first row of a panel. The panel begins at packed + 4 · row · depth. */
@inline function rowOf(panel: i32, tall: i32): i32 {
  return 4 * panel + 2 * min(panel, tall);
}

/** Packs depth [start, start + depth) of op(A) (m rows), then of op(B) (n columns). `aAlong`: A is contiguous along the
 *  depth (layouts nn and nt). `bAlong`: B is (nt). `bHalf`: B is f16. Strides in elements. */
export function packMatrices(
  a: usize, b: usize, packed: usize, m: i32, n: i32, start: i32, depth: i32,
  aAlong: i32, aStride: i32, bAlong: i32, bStride: i32, bHalf: i32,
): void {
  const tall = tallPanelsOf(m);
  const rowPanels = rowPanelsOf(m, tall);
  const stride = usize(aStride) << 2;
  const from = a + (aAlong ? start << 2 : start * stride);
  const first = firstOf(rowPanels), end = endOf(rowPanels);
  if (aAlong) {
    for (let p = first; p < end; p++) {
      const row = rowOf(p, tall), source = from + row * stride, to = packed + row * depth * 4;
      if (ASC_FEATURE_RELAXED_SIMD && p < tall) packAlong(source, stride, m - row, depth, 6, to);
      else packAlong(source, stride, m - row, depth, 4, to);
    }
  } else {
    for (let k = 0; k < depth; k += rowsAcross) {
      const rows = min(rowsAcross, depth - k);
      for (let p = first; p < end; p++) {
        const row = rowOf(p, tall), source = from + k * stride + (row << 2), to = packed + row * depth * 4;
        if (ASC_FEATURE_RELAXED_SIMD && p < tall) packAcross(source, stride, m - row, rows, 6, to + k * 24);
        else packAcross(source, stride, m - row, rows, 4, to + k * 16);
      }
    }
  }
  packColumns(b, packed + rowOf(rowPanels, tall) * depth * 4, n, start, depth, bAlong, bStride, bHalf);
}

/** Packs columns [column, column + columns) of op(B) behind op(A), which packMatrices packed. */
export function packMore(
  b: usize, packed: usize, m: i32, column: i32, columns: i32, start: i32, depth: i32,
  bAlong: i32, bStride: i32, bHalf: i32,
): void {
  const tall = tallPanelsOf(m);
  const from = b + ((bAlong ? usize(column) * bStride : usize(column)) << shiftOf(bHalf));
  const to = packed + rowOf(rowPanelsOf(m, tall), tall) * depth * 4;
  packColumns(from, to, columns, start, depth, bAlong, bStride, bHalf);
}

/** Packs the columns of op(B), as packMatrices. */
function packColumns(
  b: usize, packedB: usize, n: i32, start: i32, depth: i32, bAlong: i32, bStride: i32, bHalf: i32,
): void {
  if (bHalf) packColumnsOf(b, packedB, n, start, depth, bAlong, bStride, 1);
  else packColumnsOf(b, packedB, n, start, depth, bAlong, bStride, 0);
}

@inline function packColumnsOf(
  b: usize, packedB: usize, n: i32, start: i32, depth: i32, bAlong: i32, bStride: i32, bHalf: i32,
): void {
  const columnPanels = panelsOf(n, 8);
  const stride = usize(bStride) << shiftOf(bHalf);
  const from = b + (bAlong ? start << shiftOf(bHalf) : start * stride);
  const first = firstOf(columnPanels), end = endOf(columnPanels);
  if (bAlong) {
    for (let p = first; p < end; p++)
      packAlong(from + (p << 3) * stride, stride, n - (p << 3), depth, 8, packedB + p * depth * 32, bHalf);
    return;
  }
  for (let k = 0; k < depth; k += rowsAcross) {
    const source = from + k * stride, rows = min(rowsAcross, depth - k);
    for (let p = first; p < end; p++) {
      const columns = source + ((p << 3) << shiftOf(bHalf));
      packAcross(columns, stride, n - (p << 3), rows, 8, packedB + (p * depth + k) * 32, bHalf);
    }
  }
}

/** Columns [column, column + columns) of out (m, n) = the product of the packed panels; with `adds` += . Then + bias (n) unless 0,
 *  then f (`activation`), or times f′ of `saved` (m, n) unless 0. `before` (m, n), unless 0, keeps what f was applied to. */
export function multiply(
  packed: usize, out: usize, m: i32, n: i32, depth: i32, column: i32, columns: i32,
  adds: i32, bias: usize, activation: i32, saved: usize, before: usize,
): void {
  const shift = usize(column) << 2;
  multiplyBlock(
    packed, out + shift, m, n, depth, columns,
    adds, bias ? bias + shift : 0, activation, saved ? saved + shift : 0, before ? before + shift : 0,
  );
}

/** The tensors begin at the first column of the block; n is their whole width. */
@inline function multiplyBlock(
  packed: usize, out: usize, m: i32, n: i32, depth: i32, width: i32,
  adds: i32, bias: usize, activation: i32, saved: usize, before: usize,
): void {
  const tall = tallPanelsOf(m);
  const rowPanels = rowPanelsOf(m, tall);
  const packedB = packed + rowOf(rowPanels, tall) * depth * 4;
  const columnPanels = panelsOf(width, 8);
  // Threads share the longer side.
  const byRows = rowPanels >= columnPanels;
  const firstRow = byRows ? firstOf(rowPanels) : 0;
  const endRow = byRows ? endOf(rowPanels) : rowPanels;
  const firstColumn = byRows ? 0 : firstOf(columnPanels);
  const endColumn = byRows ? columnPanels : endOf(columnPanels);
  const panelsPerBlock = rowsPerBlock / (tall > 0 ? 6 : 4);
  const stride = usize(n) << 2;
  // A ragged tile of the output, one of `saved` or `before`, a row of the bias.
  const edge = ownScratch(), other = edge + edgeBytes, biasEdge = other + edgeBytes;
  for (let block = firstRow; block < endRow; block += panelsPerBlock) {
    const endBlock = min(block + panelsPerBlock, endRow);
    for (let column = firstColumn; column < endColumn; column++) {
      const b = packedB + column * depth * 32;
      const columns = min(8, width - (column << 3));
      for (let p = block; p < endBlock; p++) {
        const row = rowOf(p, tall);
        const a = packed + row * depth * 4;
        const height = p < tall ? 6 : 4;
        const rows = min(height, m - row);
        const at = row * stride + (column << 5);
        const addend = bias ? bias + (column << 5) : 0;
        if (rows == height && columns == 8) {
          tileOf(height, a, b, depth, out + at, stride, adds);
          if (addend || activation)
            finish(height, out + at, stride, addend, activation, saved ? saved + at : 0, before ? before + at : 0);
        } else {
          loadEdge(out + at, stride, rows, columns, edge, height, adds);
          if (addend) loadEdge(addend, 0, 1, columns, biasEdge, 1, 1);
          if (saved) loadEdge(saved + at, stride, rows, columns, other, height, 1);
          tileOf(height, a, b, depth, edge, 32, adds);
          if (addend || activation)
            finish(height, edge, 32, addend ? biasEdge : 0, activation, saved ? other : 0, before ? other : 0);
          storeEdge(edge, rows, columns, out + at, stride);
          if (before) storeEdge(other, rows, columns, before + at, stride);
        }
      }
    }
  }
}

@inline function tileOf(height: i32, a: usize, b: usize, depth: i32, out: usize, stride: usize, adds: i32): void {
  if (ASC_FEATURE_RELAXED_SIMD && height == 6) tallTile(a, b, depth, out, stride, adds);
  else tile(a, b, depth, out, stride, adds);
}

/** out (6, 8), as `tile`. A function of its own, so that its loop has all registers. */
function tallTile(a: usize, b: usize, depth: i32, out: usize, stride: usize, adds: i32): void {
  let c00 = f32x4.splat(0), c01 = c00, c10 = c00, c11 = c00, c20 = c00, c21 = c00;
  let c30 = c00, c31 = c00, c40 = c00, c41 = c00, c50 = c00, c51 = c00;
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
    x = v128.load32_splat(a, 16);
    c40 = madd(x, b0, c40); c41 = madd(x, b1, c41);
    x = v128.load32_splat(a, 20);
    c50 = madd(x, b0, c50); c51 = madd(x, b1, c51);
    a += 24; b += 32;
  }
  put(out, c00, c01, adds);
  put(out + stride, c10, c11, adds);
  put(out + 2 * stride, c20, c21, adds);
  put(out + 3 * stride, c30, c31, adds);
  put(out + 4 * stride, c40, c41, adds);
  put(out + 5 * stride, c50, c51, adds);
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

/** Bias, then f, or f′ of `saved`, on a tile (rows, 8). `saved` and `before` have the output's stride. */
function finish(
  rows: i32, out: usize, stride: usize, bias: usize, activation: i32, saved: usize, before: usize,
): void {
  for (let row = 0; row < rows; row++) {
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

/** Copies a ragged tile into a whole one of `height` rows, with zeros around it; only zeros unless `reads`. */
export function loadEdge(
  from: usize, stride: usize, rows: i32, columns: i32, to: usize, height: i32, reads: i32,
): void {
  for (let at = to, end = to + (height << 5); at < end; at += 16) v128.store(at, f32x4.splat(0));
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
