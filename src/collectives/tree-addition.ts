// The sum of whole contributions as a topology's trees add it: the same additions in the same order, each rounded to f32. So
// it has the bits that travelling along the trees would give (E2).
import { chunkSpan } from './schedule';
import { chunkCount, ownerOf, routeOf, type Topology } from './topology';

/** `parts`: by ring position, undefined for zeros. Writes `sum`. */
export function addByTrees(
  topology: Topology,
  parts: readonly (Float32Array | undefined)[],
  sum: Float32Array,
): void {
  const size = parts.length;
  const chunks = chunkCount(topology, size);
  for (let chunk = 0; chunk < chunks; chunk++) {
    const { start, end } = chunkSpan(sum.length, chunks, chunk);
    const subtree = (position: number): Float32Array => {
      const own = parts[position]?.slice(start, end) ?? new Float32Array(end - start);
      for (const child of routeOf(topology, size, position, chunk).children) {
        const values = subtree(child.position);
        // One f32 rounding per addition: the f64 sum of two f32, rounded to f32, equals the f32 sum.
        for (let i = 0; i < own.length; i++) own[i] = values[i] + own[i];
      }
      return own;
    };
    sum.set(subtree(ownerOf(topology, size, chunk)), start);
  }
}
