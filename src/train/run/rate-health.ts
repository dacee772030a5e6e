// Which learning rate last worked: the one to go back to when a higher rate diverges. Part of the run state. It follows
// from the header records alone, by + − × ÷ only, so it is the same at every member (E3).
import * as v from 'valibot';
import { medianOfMeans } from './median-of-means';

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const real = v.pipe(v.number(), v.finite(), v.minValue(0));

export const rateHealth = v.strictObject({
  /** Mean loss of about the last eight steps; null before the first. */
  loss: v.nullable(real),
  /** That mean when the present rate was set. */
  lossWhenSet: v.nullable(real),
  /** Steps since then, or since the last one without a finite update. */
  steps: count,
  /** The last base rate that worked and was replaced; null: none yet. */
  learningRate: v.nullable(real),
});

export type RateHealth = v.InferOutput<typeof rateHealth>;

export const noRateHealth: RateHealth = { loss: null, lossWhenSet: null, steps: 0, learningRate: null };

/** The alarm's window (S7b). One bad batch proves nothing. */
const windowSteps = 8;
/** A loss at rest goes up and down by less than this over a window. */
const mostRise = 2;
/** A rate that diverges is usually at most two or three times a good one, so a tenth is safe. */
const unknownFactor = 0.1;

/** The last step in a member's header record. */
interface SaidOfStep {
  readonly last: {
    readonly step: number;
    readonly count: number;
    readonly lossSum: number;
    readonly score: number;
    readonly isSkipped: boolean;
  };
}

/** The health after one more step, number `step`. `records` are those of the header after it. */
export function addLoss(health: RateHealth, records: readonly SaidOfStep[], step: number): RateHealth {
  const sources = records.filter(({ last }) => last.step === step && last.count > 0);
  if (sources.length === 0) return health;
  const { loss } = medianOfMeans(sources.map(({ last }) => last));
  // All honest members agree on a skip, so one member's word does not count.
  const skipped = sources.filter(({ last }) => last.isSkipped).length;
  const isFinite = loss >= 0 && loss < Infinity && 2 * skipped < sources.length;
  if (!isFinite) return { ...health, steps: 0 };
  const before = health.loss ?? loss;
  return {
    ...health,
    loss: before + (loss - before) / windowSteps,
    lossWhenSet: health.lossWhenSet ?? loss,
    steps: health.steps + 1,
  };
}

/** The host replaces the rate `from`. */
export function replaceRate(health: RateHealth, from: number): RateHealth {
  const { loss, lossWhenSet, steps } = health;
  const hasServed =
    loss !== null && lossWhenSet !== null && steps >= windowSteps && loss <= mostRise * lossWhenSet;
  return { ...health, lossWhenSet: loss, steps: 0, learningRate: hasServed ? from : health.learningRate };
}

/** A rate that may do better than `rate`, and whether it has worked before. */
export function lowerRate(
  { learningRate }: RateHealth,
  rate: number,
): { readonly rate: number; readonly hasServed: boolean } {
  return learningRate !== null && learningRate < rate
    ? { rate: learningRate, hasServed: true }
    : { rate: rate * unknownFactor, hasServed: false };
}
