// Dynamic loss scaling of mixed precision (Micikevicius et al. 2018), as a pure state machine. Gradients come out
// multiplied by `scale`, so that small ones survive f16. The scale is a power of two, so that dividing by it is
// exact. It never leaves the replica. Sums, not means, are scaled: the gradient of one loss term is at most `scale`.

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
