// The specification of the pointwise activations. GELU is the tanh approximation (Hendrycks & Gimpel 2016):
// ½x(1 + tanh(√(2/π)(x + 0.044715x³))).
import type { Reals } from '../reals';

export type PointwiseActivation = 'relu' | 'tanh' | 'gelu';

/** How the kernels of both engines name them. */
export const activationNumber = { relu: 1, tanh: 2, gelu: 3 };

const sqrt2OverPi = Math.sqrt(2 / Math.PI);
const geluCubic = 0.044715;

/** y = f(x), elementwise over `length`. x and y may be the same array. */
export function activationForward(activation: PointwiseActivation, x: Reals, y: Reals, length: number): void {
  for (let i = 0; i < length; i++) y[i] = value(activation, x[i]);
}

/** dx = dy · f′. dx may be dy. `saved` is y for relu and tanh, x for gelu. */
export function activationBackward(
  activation: PointwiseActivation,
  saved: Reals,
  dy: Reals,
  dx: Reals,
  length: number,
): void {
  for (let i = 0; i < length; i++) dx[i] = dy[i] * slope(activation, saved[i]);
}

function value(activation: PointwiseActivation, x: number): number {
  switch (activation) {
    case 'relu':
      return x > 0 ? x : x === x ? 0 : x; // NaN stays visible
    case 'tanh':
      return Math.tanh(x);
    case 'gelu':
      return 0.5 * x * (1 + Math.tanh(sqrt2OverPi * (x + geluCubic * x ** 3)));
    default:
      return activation satisfies never;
  }
}

function slope(activation: PointwiseActivation, saved: number): number {
  switch (activation) {
    case 'relu':
      return saved > 0 ? 1 : 0;
    case 'tanh':
      return 1 - saved * saved;
    case 'gelu': {
      const t = Math.tanh(sqrt2OverPi * (saved + geluCubic * saved ** 3));
      const rest = 1 - t * t;
      // 0·∞ past |x| ≈ 1e154, where the slope is 0 or 1.
      if (rest === 0) return 0.5 * (1 + t);
      return 0.5 * (1 + t) + 0.5 * saved * rest * sqrt2OverPi * (1 + 3 * geluCubic * saved * saved);
    }
    default:
      return activation satisfies never;
  }
}
