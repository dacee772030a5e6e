// The specification of the losses of amounts: loss and gradient together, term by term. A term is one amount of one example.
import type { Reals } from '../reals';

/** The losses of e = output − target: squared, as PyTorch's MSELoss, is e². Huber, as its HuberLoss, is e²/2 up to |e| = 1, and
 *  |e| − ½ beyond. */
export type AmountLoss = 'squared' | 'huber';

/** loss = factor · c · (e − c/2) and its slope = factor · c, where c is e cut to ±most. */
interface AmountLossForm {
  readonly most: number;
  readonly factor: number;
}

export const amountLosses: Readonly<Record<AmountLoss, AmountLossForm>> = {
  squared: { most: 3.4028234663852886e38, factor: 2 }, // the largest f32: nothing is cut
  huber: { most: 1, factor: 1 },
};

/** gradient = weight · slope, stats[term] = weight · loss, stats[terms + term] = weight · (1 − e²): over terms whose
 *  targets have the variance 1 it adds up to their number times R². Weight 0 writes exact zeros. */
export function amountLossReference(
  outputs: Reals, // (terms)
  targets: Reals, // (terms)
  weights: Reals, // (terms)
  gradient: Reals, // (terms)
  stats: Reals, // (2, terms)
  terms: number,
  { most, factor }: AmountLossForm,
): void {
  for (let i = 0; i < terms; i++) {
    const weight = weights[i];
    if (weight === 0) {
      gradient[i] = stats[i] = stats[terms + i] = 0;
      continue;
    }
    const error = outputs[i] - targets[i];
    const cut = Math.min(Math.max(error, -most), most);
    gradient[i] = weight * factor * cut;
    stats[i] = weight * factor * cut * (error - cut / 2);
    stats[terms + i] = weight * (1 - error * error);
  }
}
