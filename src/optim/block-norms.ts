// Norms of a gradient: sums of squares in f64 over fixed blocks in parameter order, then over the blocks in order:
// independent of buckets and of the order in which blocks became ready (E3). Used for ‖g‖ and for clipping.
import { blockCount, blockRange } from './blocks';

/** Σ x² of blocks [firstBlock, endBlock), written to `into` (blocks). A product of two f32 is exact in f64. */
export function blockNorms(
  values: Float32Array,
  into: Float64Array,
  firstBlock = 0,
  endBlock = blockCount(values.length),
): void {
  for (let block = firstBlock; block < endBlock; block++) {
    const { start, end } = blockRange(block, values.length);
    let sum = 0;
    for (let i = start; i < end; i++) sum += values[i] * values[i];
    into[block] = sum;
  }
}

/** Σ of the blocks' sums in order: ‖x‖². */
export function squaredNorm(blockSums: Float64Array): number {
  let sum = 0;
  for (const value of blockSums) sum += value;
  return sum;
}

/** ‖x‖² from scratch. */
export function squaredNormOf(values: Float32Array): number {
  const sums = new Float64Array(blockCount(values.length));
  blockNorms(values, sums);
  return squaredNorm(sums);
}
