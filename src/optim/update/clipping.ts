// Clipping by the global norm of the mean gradient (Pascanu et al. 2013). It is exact and so equal on every replica.
// The norm is that of block-norms.ts over the whole reduced sum, so the sum must be complete before any block is
// updated.
import { assert } from '../../base/assert';

/** The f32 factor on the mean gradient: clipNorm / ‖ḡ‖ where ‖ḡ‖ = ‖Σ‖ / n is larger than clipNorm, else 1. For a sum
 *  that is not finite it is 1, since that step is skipped. `squaredSumNorm` is ‖Σ‖². */
export function clipScaleOf(squaredSumNorm: number, exampleCount: number, clipNorm: number): number {
  assert(
    clipNorm > 0 && exampleCount > 0,
    `the clip norm (${clipNorm}) and the example count (${exampleCount}) are positive`,
  );
  const norm = Math.sqrt(squaredSumNorm) / exampleCount;
  return norm > clipNorm && norm < Infinity ? Math.fround(clipNorm / norm) : 1;
}
