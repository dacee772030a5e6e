// AdamW (Loshchilov & Hutter 2019), decay decoupled from the gradient. Arithmetic as in sgd.ts:
//   m ← β1·m + (1−β1)·ḡ      v ← β2·v + (1−β2)·(ḡ·ḡ)
//   p ← p·keep − rate·(m / (√v·correction + ε))
// keep = 1 − η·λ, rate = η/(1−β1^t), correction = 1/√(1−β2^t): once per step. p uses m and v before their rounding.

export interface AdamwConstants {
  readonly count: number; // n
  readonly clip: number;
  readonly beta1: number;
  readonly oneMinusBeta1: number;
  readonly beta2: number;
  readonly oneMinusBeta2: number;
  readonly rate: number;
  readonly correction: number;
  readonly epsilon: number;
}

/** Elements [start, end), which share one `keep` (1: no decay here). */
export function adamwUpdate(
  constants: AdamwConstants,
  keep: number,
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
    const g = Math.fround(sum[i] / count) * clip;
    const mi = beta1 * m[i] + oneMinusBeta1 * g;
    const vi = beta2 * v[i] + oneMinusBeta2 * (g * g);
    mNext[i] = mi;
    vNext[i] = vi;
    pNext[i] = p[i] * keep - rate * (mi / (Math.sqrt(vi) * correction + epsilon));
  }
}
