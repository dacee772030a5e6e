// Panels: an operand of a product, copied so that the inner loop reads it in order. A panel holds `width` rows or columns
// (4 or 6 of A, 8 of B) over the depth: element (k, i) at k·width + i. What is missing of the last panel is zero.
// Panels are f32; the operand may be f16.
import { loadFour, loadOne, shiftOf } from './half';

/** A panel from a source that is contiguous along the depth: row i begins at source + i·stride (bytes). A source in f16 is
 *  packed into panels of eight alone. */
@inline export function packAlong(
  source: usize, stride: usize, rows: i32, depth: i32, width: i32, to: usize, isHalf: i32 = 0,
): void {
  const step = usize(width) << 2;
  for (let quad = 0; quad < width; quad += 4) {
    const panel = to + (usize(quad) << 2);
    const left = rows - quad;
    if (width - quad == 2) packTwo(source + quad * stride, stride, left, depth, step, panel);
    else if (left < 4) packFew(source + quad * stride, stride, left, depth, step, panel, isHalf);
    else if (isHalf) packFourHalves(source + quad * stride, stride, depth, step, panel);
    else packFour(source + quad * stride, stride, depth, step, panel);
  }
}

function packFour(source: usize, stride: usize, depth: i32, step: usize, to: usize): void {
  packFourOf(source, stride, depth, step, to, 0);
}

function packFourHalves(source: usize, stride: usize, depth: i32, step: usize, to: usize): void {
  packFourOf(source, stride, depth, step, to, 1);
}

@inline function packFourOf(
  source: usize, stride: usize, depth: i32, step: usize, to: usize, isHalf: i32,
): void {
  const one = usize(1) << shiftOf(isHalf), four = one << 2;
  let s0 = source, s1 = source + stride, s2 = s1 + stride, s3 = s2 + stride;
  let k = 0;
  for (; k + 4 <= depth; k += 4) {
    const r0 = loadFour(s0, isHalf), r1 = loadFour(s1, isHalf);
    const r2 = loadFour(s2, isHalf), r3 = loadFour(s3, isHalf);
    const a = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5), b = v128.shuffle<f32>(r2, r3, 0, 4, 1, 5);
    const c = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7), d = v128.shuffle<f32>(r2, r3, 2, 6, 3, 7);
    v128.store(to, v128.shuffle<f64>(a, b, 0, 2)); to += step;
    v128.store(to, v128.shuffle<f64>(a, b, 1, 3)); to += step;
    v128.store(to, v128.shuffle<f64>(c, d, 0, 2)); to += step;
    v128.store(to, v128.shuffle<f64>(c, d, 1, 3)); to += step;
    s0 += four; s1 += four; s2 += four; s3 += four;
  }
  for (; k < depth; k++) {
    store<f32>(to, loadOne(s0, isHalf)); store<f32>(to, loadOne(s1, isHalf), 4);
    store<f32>(to, loadOne(s2, isHalf), 8); store<f32>(to, loadOne(s3, isHalf), 12);
    s0 += one; s1 += one; s2 += one; s3 += one; to += step;
  }
}

/** Two rows, of which the second may be missing. */
function packTwo(source: usize, stride: usize, rows: i32, depth: i32, step: usize, to: usize): void {
  let s0 = source, s1 = source + stride;
  let k = 0;
  if (rows > 1)
    for (; k + 4 <= depth; k += 4) {
      const r0 = v128.load(s0), r1 = v128.load(s1);
      const a = v128.shuffle<f32>(r0, r1, 0, 4, 1, 5), b = v128.shuffle<f32>(r0, r1, 2, 6, 3, 7);
      v128.store64_lane(to, a, 0); to += step;
      v128.store64_lane(to, a, 1); to += step;
      v128.store64_lane(to, b, 0); to += step;
      v128.store64_lane(to, b, 1); to += step;
      s0 += 16; s1 += 16;
    }
  for (; k < depth; k++) {
    store<f32>(to, load<f32>(s0));
    store<f32>(to, rows > 1 ? load<f32>(s1) : <f32>0, 4);
    s0 += 4; s1 += 4; to += step;
  }
}

function packFew(
  source: usize, stride: usize, rows: i32, depth: i32, step: usize, to: usize, isHalf: i32,
): void {
  for (let k = 0; k < depth; k++) {
    v128.store(to, f32x4.splat(0));
    const column = source + (k << shiftOf(isHalf));
    for (let i = 0; i < rows; i++) store<f32>(to + (i << 2), loadOne(column + i * stride, isHalf));
    to += step;
  }
}

/** A panel from a source that is contiguous along the panel's width: depth k begins at source + k·stride (bytes). */
@inline export function packAcross(
  source: usize, stride: usize, columns: i32, depth: i32, width: i32, to: usize, isHalf: i32 = 0,
): void {
  if (columns >= width) {
    for (let k = 0; k < depth; k++) {
      v128.store(to, loadFour(source, isHalf));
      if (width == 8) v128.store(to, loadFour(source + (4 << shiftOf(isHalf)), isHalf), 16);
      if (width == 6) store<u64>(to, load<u64>(source, 16), 16);
      source += stride;
      to += usize(width) << 2;
    }
    return;
  }
  for (let k = 0; k < depth; k++) {
    for (let i = 0; i < width; i++)
      store<f32>(to + (i << 2), i < columns ? loadOne(source + (i << shiftOf(isHalf)), isHalf) : <f32>0);
    source += stride;
    to += usize(width) << 2;
  }
}
