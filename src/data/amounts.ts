// Amounts that a model predicts: what each means, and the way between its own unit and the deviations that a model computes.
// It travels with the run, so that all members scale alike, and so that the model predicts in the table's unit elsewhere.

import * as v from 'valibot';

export const amount = v.strictObject({
  name: v.pipe(v.string(), v.maxLength(100)),
  mean: v.pipe(v.number(), v.finite()),
  /** A target is (value − mean) / deviation. */
  deviation: v.pipe(v.number(), v.finite(), v.gtValue(0)),
  /** What stands beside its numbers: '€'; absent: nothing. */
  unit: v.exactOptional(v.pipe(v.string(), v.maxLength(8))),
});
export type Amount = v.InferOutput<typeof amount>;

/** More would be a picture rather than amounts. */
export const mostAmounts = 8;

/** A model's output in the amount's own unit. */
export function inUnit(scaled: number, { mean, deviation }: Pick<Amount, 'mean' | 'deviation'>): number {
  return scaled * deviation + mean;
}
