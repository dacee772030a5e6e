// Norms for clipping and trust ratios (E3, E10). The sum Σ x² is taken in f64 over blocks of 4,096 elements in
// parameter order, then over the blocks in order. Blocks are counted from the first element of the vector or tensor.
// Within a block four partial sums take elements i, i + 4, …, and are added as (0 + 1) + (2 + 3). That is a definition:
// it does not depend on buckets, on SIMD lanes or on the order in which blocks became ready.
import { blockElements } from './blocks';

/** Σ x² of elements [start, end), at most one block. A product of two f32 is exact in f64. */
function blockSquares(values: Float32Array, start: number, end: number): number {
  let s0 = 0,
    s1 = 0,
    s2 = 0,
    s3 = 0;
  let i = start;
  for (; i + 4 <= end; i += 4) {
    s0 += values[i] * values[i];
    s1 += values[i + 1] * values[i + 1];
    s2 += values[i + 2] * values[i + 2];
    s3 += values[i + 3] * values[i + 3];
  }
  if (i < end) s0 += values[i] * values[i];
  if (i + 1 < end) s1 += values[i + 1] * values[i + 1];
  if (i + 2 < end) s2 += values[i + 2] * values[i + 2];
  return s0 + s1 + (s2 + s3);
}

/** ‖x‖² of elements [start, end): the blocks' sums added in order. Finite exactly when every value is, since no square
 *  of an f32 overflows f64. */
export function squaredNormOf(values: Float32Array, start = 0, end = values.length): number {
  let sum = 0;
  for (let at = start; at < end; at += blockElements)
    sum += blockSquares(values, at, Math.min(at + blockElements, end));
  return sum;
}
