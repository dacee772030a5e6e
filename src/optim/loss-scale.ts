// Dynamic loss scale for f16 gradients (Micikevicius et al. 2018): halved when a gradient overflowed, doubled after many
// that did not. Powers of two, so that scaling and unscaling are exact. Local to a replica, and divided out before its
// gradient is contributed: others never see it.

export interface LossScale {
  /** A power of two, 1 … 2²⁴: what the loss is multiplied by. */
  readonly scale: number;
  /** Gradients without an overflow since the scale last changed. */
  readonly goodSteps: number;
}

/** High enough for most models not to underflow, low enough for most not to overflow at their first step. */
export const firstLossScale: LossScale = { scale: 2 ** 12, goodSteps: 0 };
const smallest = 1;
const largest = 2 ** 24;
/** As PyTorch's and NVIDIA's scalers. */
const goodStepsToDouble = 2000;

/** After a gradient. At scale 1 an overflow is the model's own: lowering cannot help, contribute n = 0. */
export function nextLossScale({ scale, goodSteps }: LossScale, overflowed: boolean): LossScale {
  if (overflowed) return { scale: Math.max(smallest, scale / 2), goodSteps: 0 };
  if (goodSteps + 1 < goodStepsToDouble) return { scale, goodSteps: goodSteps + 1 };
  return { scale: Math.min(largest, scale * 2), goodSteps: 0 };
}

/** Is it worth computing the gradient once more with the next, lower scale? */
export function canLower({ scale }: LossScale): boolean {
  return scale > smallest;
}
