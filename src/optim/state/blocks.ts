// Fixed blocks of parameters: the unit for hashes, transfers, norms and updates, independent of buckets (E3, E4).

/** Elements. A block is 16 KiB of f32: its parameters, two vectors and gradient stay in a core's L2 cache. */
export const blockElements = 4096;

/** The last block may be short. */
export function blockCount(parameterCount: number): number {
  return Math.ceil(parameterCount / blockElements);
}

/** Elements [start, end) of a block. */
export function blockRange(block: number, parameterCount: number): { start: number; end: number } {
  const start = block * blockElements;
  return { start, end: Math.min(start + blockElements, parameterCount) };
}
