// What the SIMD kernels of attention need beside their operands: the scale of the scores, and scratch for one head
// (attention.as lays it out).
import type { AttentionSizes } from './attention.ref';

/** The block size of attention.as. */
const queriesOfBlock = 32;

const padded = (elements: number): number => Math.ceil(elements / 8) * 8;

export const scoreScale = ({ size }: AttentionSizes): number => 1 / Math.sqrt(size);

/** Keys, values, four queries, four rows of scores and of weights, a tile. */
export function attentionForwardBytes({ context, size }: AttentionSizes): number {
  const keys = padded(context) * size;
  const values = padded(size) * context;
  return 4 * (keys + values + 4 * size + 8 * padded(context) + 32);
}

/** Keys and values twice, a block of weights and slopes, its queries and gradients, dK and dV, a tile and a panel. */
export function attentionBackwardBytes({ context, size }: AttentionSizes): number {
  const [keys, width] = [padded(context), padded(size)];
  const panel = 4 * Math.max(keys, size, queriesOfBlock);
  return (
    4 *
    (2 * keys * size + width * context + 2 * queriesOfBlock * (keys + width) + 2 * keys * width + 32 + panel)
  );
}
