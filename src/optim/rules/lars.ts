// LARS (You, Gitman & Ginsburg 2017): momentum whose gradient is scaled per tensor, so that no tensor moves by more
// than a share of its norm. ‖·‖ is over the tensor (block-norms.ts).
//   trust = c·‖p‖ / (‖ḡ‖ + λ·‖p‖ + ε)
//   u ← μ·u + trust·(ḡ + λ·p);   p ← p − η·u
// trust is 1 where ‖p‖ or ‖ḡ‖ is 0. For biases and norms trust is 1 and λ is 0. The rate multiplies outside u, as in
// momentum.ts. The paper's form has it inside; the two are the same while η is constant.
import type { SgdConstants } from './sgd';

export interface LarsConstants extends SgdConstants {
  readonly momentum: number; // μ
}

const f = Math.fround;

/** The trust ratio as f32, from ‖p‖² and ‖Σ‖² over one tensor that decays. */
export function larsTrust(
  settings: { readonly trustCoefficient: number; readonly weightDecay: number; readonly epsilon: number },
  { count, clip }: SgdConstants,
  squaredParameters: number,
  squaredSum: number,
): number {
  const parameters = Math.sqrt(squaredParameters);
  const gradient = (Math.sqrt(squaredSum) / count) * clip;
  if (parameters === 0 || gradient === 0) return 1;
  const { trustCoefficient, weightDecay, epsilon } = settings;
  return f((trustCoefficient * parameters) / (gradient + weightDecay * parameters + epsilon));
}

/** Updates elements [start, end), which share `decay` and `trust`. Constants are f32. Arithmetic as in sgd.ts. */
export function larsUpdate(
  constants: LarsConstants,
  decay: number,
  trust: number,
  sum: Float32Array,
  p: Float32Array,
  u: Float32Array,
  pNext: Float32Array,
  uNext: Float32Array,
  start: number,
  end: number,
): void {
  const { count, clip, rate, momentum } = constants;
  for (let i = start; i < end; i++) {
    const g = f(f(sum[i] / count) * clip);
    const ui = f(f(momentum * u[i]) + f(trust * f(g + f(decay * p[i]))));
    uNext[i] = ui;
    pNext[i] = p[i] - f(rate * ui);
  }
}
