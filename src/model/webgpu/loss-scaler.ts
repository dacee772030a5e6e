// Computes a gradient in mixed precision at a loss scale that does not overflow f16, then divides it by that scale.
import type { LossSums } from '../engine';
import { afterGood, afterOverflow, attemptsPerCall, initialLossScale } from './loss-scale';

export class LossScaler {
  #state = initialLossScale;

  /** `compute` writes the gradient times `scale` to `into` and returns the loss sums times `scale`. Undefined when no
   *  scale gives a finite gradient. */
  async gradient(
    into: Float32Array,
    compute: (scale: number) => Promise<LossSums>,
  ): Promise<LossSums | undefined> {
    for (let attempt = 0; attempt < attemptsPerCall; attempt++) {
      const { scale } = this.#state;
      const { lossSum, correct, count } = await compute(scale);
      if (!Number.isFinite(lossSum)) return undefined; // the forward pass overflowed: no scale helps
      if (divideFinite(into, scale)) {
        this.#state = afterGood(this.#state);
        return { lossSum: lossSum / scale, correct: correct / scale, count };
      }
      this.#state = afterOverflow(this.#state);
    }
    return undefined;
  }
}

/** Divides by a power of two: exactly, except for subnormal results. False when any value is not finite. */
function divideFinite(values: Float32Array, scale: number): boolean {
  const factor = 1 / scale;
  let poison = 0; // becomes NaN when a value is infinite or NaN
  for (let i = 0; i < values.length; i++) {
    const value = values[i] * factor;
    poison += value * 0;
    values[i] = value;
  }
  return poison === 0;
}
