// Heavy ball and Nesterov momentum as PyTorch states them (Sutskever et al. 2013 rearranged):
// u ← μ·u + ḡ; p ← p − η·u, or with Nesterov p ← p − η·(ḡ + μ·u). Arithmetic as in sgd.ts.
import type { SgdConstants } from './sgd';

export interface MomentumConstants extends SgdConstants {
  readonly momentum: number; // μ
  readonly nesterov: boolean;
}

const f = Math.fround;

/** Updates elements [start, end). Constants are f32. */
export function momentumUpdate(
  constants: MomentumConstants,
  sum: Float32Array,
  p: Float32Array,
  u: Float32Array,
  pNext: Float32Array,
  uNext: Float32Array,
  start: number,
  end: number,
): void {
  const { count, clip, rate, momentum, nesterov } = constants;
  for (let i = start; i < end; i++) {
    const g = f(f(sum[i] / count) * clip);
    const ui = f(f(momentum * u[i]) + g);
    const direction = nesterov ? f(g + f(momentum * ui)) : ui;
    uNext[i] = ui;
    pNext[i] = p[i] - f(rate * direction);
  }
}
