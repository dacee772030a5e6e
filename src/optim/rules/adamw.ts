// AdamW (Loshchilov & Hutter 2019), with decay decoupled from the gradient. Arithmetic as in sgd.ts.
//   m ← β1·m + (1−β1)·ḡ      v ← β2·v + (1−β2)·(ḡ·ḡ)
//   p ← p − (rate·(m / (√v·correction + ε)) + shrink·p)
//   rate = η/(1−β1^t)      correction = 1/√(1−β2^t)      shrink = η·λ
// These three are computed once per step in f64, then rounded. Decay is subtracted, not multiplied in as 1 − η·λ, which
// f32 cannot tell from 1 at small rates.
import type { SgdConstants } from './sgd';

export interface AdamConstants extends SgdConstants {
  readonly beta1: number;
  readonly oneMinusBeta1: number;
  readonly beta2: number;
  readonly oneMinusBeta2: number;
  readonly correction: number;
  readonly epsilon: number;
}

const f = Math.fround;

/** Updates elements [start, end), which share one `shrink` (0: no decay). Constants are f32. */
export function adamwUpdate(
  constants: AdamConstants,
  shrink: number,
  sum: Float32Array,
  p: Float32Array,
  m: Float32Array,
  v: Float32Array,
  pNext: Float32Array,
  mNext: Float32Array,
  vNext: Float32Array,
  start: number,
  end: number,
): void {
  const { count, clip, beta1, oneMinusBeta1, beta2, oneMinusBeta2, rate, correction, epsilon } = constants;
  for (let i = start; i < end; i++) {
    const g = f(f(sum[i] / count) * clip);
    const mi = f(f(beta1 * m[i]) + f(oneMinusBeta1 * g));
    const vi = f(f(beta2 * v[i]) + f(oneMinusBeta2 * f(g * g)));
    const direction = f(mi / f(f(f(Math.sqrt(vi)) * correction) + epsilon));
    mNext[i] = mi;
    vNext[i] = vi;
    pNext[i] = p[i] - f(f(rate * direction) + f(shrink * p[i]));
  }
}
