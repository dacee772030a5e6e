// Norms for clipping and trust ratios (E3): Σ x² in f64 over blocks of 4,096 elements in parameter order, then over
// the blocks in order. Blocks are counted from the first element of what is normed (the whole vector, or a tensor).
// Within a block four partial sums take elements i, i + 4, …, and are added as (0 + 1) + (2 + 3): a definition, not a
// property of the machine. Independent of buckets, of SIMD lanes and of the order in which blocks became ready.
import { blockCount, blockElements, blockRange } from './blocks';

/** Σ x² of elements [start, end), at most a block. A product of two f32 is exact in f64. */
export function blockSquares(values: Float32Array, start: number, end: number): number {
  let s0 = 0, s1 = 0, s2 = 0, s3 = 0; // prettier-ignore
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

/** Σ x² of blocks [firstBlock, endBlock), written to `into` (blocks): for sums whose blocks become ready one by one. */
export function blockNorms(
  values: Float32Array,
  into: Float64Array,
  firstBlock = 0,
  endBlock = blockCount(values.length),
): void {
  for (let block = firstBlock; block < endBlock; block++) {
    const { start, end } = blockRange(block, values.length);
    into[block] = blockSquares(values, start, end);
  }
}

/** Σ of the blocks' sums in order: ‖x‖². Finite exactly when every value is: no square of an f32 leaves f64. */
export function squaredNorm(blockSums: Float64Array): number {
  let sum = 0;
  for (const value of blockSums) sum += value;
  return sum;
}

/** ‖x‖² of elements [start, end) from scratch, as squaredNorm. */
export function squaredNormOf(values: Float32Array, start = 0, end = values.length): number {
  let sum = 0;
  for (let at = start; at < end; at += blockElements)
    sum += blockSquares(values, at, Math.min(at + blockElements, end));
  return sum;
}
