// LAMB (You et al. 2019, algorithm 2 with φ the identity): Adam's direction, scaled per tensor to the tensor's norm.
//   m ← β1·m + (1−β1)·ḡ      v ← β2·v + (1−β2)·(ḡ·ḡ)
//   r = (m·scale) / (√v·correction + ε) + λ·p      scale = 1/(1−β1^t), correction = 1/√(1−β2^t)
//   p ← p − (η·‖p‖/‖r‖)·r
// The ratio is 1 where ‖p‖ or ‖r‖ is 0. For biases and norms the ratio is 1 and λ is 0. There are two passes. The first
// writes r, rounded to f32, in place of the next parameters. The second replaces it once all of a tensor's r is there.
import type { AdamConstants } from './adamw';

export interface LambConstants extends AdamConstants {
  readonly scale: number;
}

const f = Math.fround;

/** First pass over elements [start, end), which share `decay`. Constants are f32. Arithmetic as in sgd.ts. */
export function lambDirection(
  constants: LambConstants,
  decay: number,
  sum: Float32Array,
  p: Float32Array,
  m: Float32Array,
  v: Float32Array,
  rNext: Float32Array,
  mNext: Float32Array,
  vNext: Float32Array,
  start: number,
  end: number,
): void {
  const { count, clip, beta1, oneMinusBeta1, beta2, oneMinusBeta2, scale, correction, epsilon } = constants;
  for (let i = start; i < end; i++) {
    const g = f(f(sum[i] / count) * clip);
    const mi = f(f(beta1 * m[i]) + f(oneMinusBeta1 * g));
    const vi = f(f(beta2 * v[i]) + f(oneMinusBeta2 * f(g * g)));
    const direction = f(f(mi * scale) / f(f(f(Math.sqrt(vi)) * correction) + epsilon));
    mNext[i] = mi;
    vNext[i] = vi;
    rNext[i] = direction + f(decay * p[i]);
  }
}

/** η·‖p‖/‖r‖ as f32, from the squares over one tensor that decays. */
export function lambStride(rate: number, squaredParameters: number, squaredDirection: number): number {
  if (squaredParameters === 0 || squaredDirection === 0) return rate;
  return f((rate * Math.sqrt(squaredParameters)) / Math.sqrt(squaredDirection));
}

/** Second pass: `pr` holds r and receives the next parameters. */
export function lambApply(
  stride: number,
  p: Float32Array,
  pr: Float32Array,
  start: number,
  end: number,
): void {
  for (let i = start; i < end; i++) pr[i] = p[i] - f(stride * pr[i]);
}
