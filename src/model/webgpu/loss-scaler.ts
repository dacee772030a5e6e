// Dynamic loss scaling of mixed precision (Micikevicius et al. 2018). Gradients come out multiplied by a scale that does
// not overflow f16, so that small ones survive, then are divided by it. The scale is a power of two, so that dividing is
// exact. It never leaves the replica. Sums, not means, are scaled: the gradient of one loss term is at most the scale.
import type { LossSums } from '../engine';

export interface LossScale {
  /** A power of two in [lowest, highest]. */
  readonly scale: number;
  /** Calls without an overflow since the scale last changed. */
  readonly goodInARow: number;
}

export const initialLossScale: LossScale = { scale: 2 ** 10, goodInARow: 0 };

/** Attempts of one call to compute its gradient: from the highest scale down by 2¹². */
export const attemptsPerCall = 5; // E17

const lowest = 2 ** -10;
/** Twice this scale overflows f16 (65,504) in the first tensor of the backward pass. */
const highest = 2 ** 15;
const fall = 2 ** -3;
const growEvery = 200;

export function afterOverflow({ scale }: LossScale): LossScale {
  return { scale: Math.max(lowest, scale * fall), goodInARow: 0 };
}

/** Doubles after enough good calls in a row. */
export function afterGood({ scale, goodInARow }: LossScale): LossScale {
  if (goodInARow + 1 < growEvery) return { scale, goodInARow: goodInARow + 1 };
  return { scale: Math.min(highest, scale * 2), goodInARow: 0 };
}

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
      const { lossSum, score, count } = await compute(scale);
      if (!Number.isFinite(lossSum)) return undefined; // the forward pass overflowed: no scale helps
      if (divideFinite(into, scale)) {
        this.#state = afterGood(this.#state);
        return { lossSum: lossSum / scale, score: score / scale, count };
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
