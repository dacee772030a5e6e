// LARS (You, Gitman & Ginsburg 2017): momentum whose gradient is scaled per tensor, so that no tensor moves by more than
// a share of its norm. With ‖·‖ over the tensor (block-norms.ts):
//   trust = c·‖p‖ / (‖ḡ‖ + λ·‖p‖ + ε), or 1 where ‖p‖ or ‖ḡ‖ is 0, and for biases and norms, which λ spares too
//   u ← μ·u + trust·(ḡ + λ·p);   p ← p − η·u
// The rate multiplies outside u, as in momentum.ts; the paper's form, rate inside, is the same while η is constant.
import type { SgdConstants } from './sgd';

export interface LarsConstants extends SgdConstants {
  readonly momentum: number; // μ
}

const f = Math.fround;

/** f32, from ‖p‖², ‖Σ‖² over one tensor that decays. */
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

/** Elements [start, end), which share `decay` and `trust`. All constants are f32. Arithmetic as in sgd.ts. */
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
