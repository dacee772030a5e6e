// Clipping by the global norm of the mean gradient (Pascanu et al. 2013). Exact, so equal on every replica: the norm is
// that of block-norms.ts over the whole reduced sum, which must therefore be complete before any block is updated.
import { assert } from '../../base/assert';

/** What multiplies the mean gradient, f32: clipNorm / ‖ḡ‖ where ‖ḡ‖ = ‖Σ‖ / n is larger than clipNorm, else 1. A sum
 *  that is not finite gives 1: its step is skipped whatever this says. `squaredSumNorm` is ‖Σ‖². */
export function clipScaleOf(squaredSumNorm: number, exampleCount: number, clipNorm: number): number {
  assert(clipNorm > 0 && exampleCount > 0, 'clipping to a positive norm of a mean');
  const norm = Math.sqrt(squaredSumNorm) / exampleCount;
  return norm > clipNorm && norm < Infinity ? Math.fround(clipNorm / norm) : 1;
}
