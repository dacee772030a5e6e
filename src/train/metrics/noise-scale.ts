// The gradient noise scale, tr Σ/|G|² in examples: beyond this batch, a larger one stops helping (McCandlish et al.
// 2018, appendix A; E19). G is the mean gradient over the run's M training examples. Σ is the covariance of one
// example's gradient among them. Both |G|² and tr Σ follow from gradients of batches of several sizes: the replicas'
// parts and the step. Each is smoothed before they are divided, because the mean of a ratio is not the ratio of the
// means. A guide, not a law.
//
// Epochs draw without replacement. Let S = tr Σ·M/(M−1). Two different examples of an epoch have the covariance −S/M.
// The mean gradient g of n of them has E‖g‖² = |G|² + S·(1/n − 1/M). Epochs are drawn independently. So for a batch
// that takes n_e examples of epoch e, n in all,
//   E‖g‖² = |G|² + f·S,  f = 1/n − Σ n_e²/(n²·M).
// This gives one equation for the mean over the replicas' parts and one for the step's batch. Their solution is
// unbiased:
//   S = (mean ‖g_j‖² − ‖ḡ‖²)/(mean f_j − f),  |G|² = ‖ḡ‖² − f·S.
// With the formula for independent draws (f = 1/n) |G|² would be low by tr Σ/(M−1). Two things are left out. The
// parameters depend on what the epoch has drawn so far. Dropout draws new noise every time, so it counts as Σ. That
// makes
// |G|² high by at most its part over M.
// Fed with mean gradients before clipping, from the header records that commit a step; pure.
import { countOf, type Positions } from '../../data/positions';

/** ≈ 100 steps. */
export const noiseDecay = 0.99;

export interface NoiseEstimate {
  /** |G|² of the true gradient and tr Σ of one example's, from this step alone. Each is unbiased. */
  readonly gradientSquared: number;
  readonly variance: number;
}

/** Smoothed sums, and the weight they have so far. */
export interface NoiseState {
  readonly gradientSquared: number;
  readonly variance: number;
  readonly weight: number;
}

export interface Noise {
  /** tr Σ/|G|² in examples; undefined while the smoothed |G|² is not above 0. */
  readonly scale: number | undefined;
  /** The weight of the steps so far: 1 − β^steps. */
  readonly weight: number;
}

export const noNoise: NoiseState = { gradientSquared: 0, variance: 0, weight: 0 };

/** The mean gradient over some examples of the sample stream. */
export interface MeanGradient {
  /** The positions, at least one. */
  readonly positions: Positions;
  /** ‖g‖² */
  readonly gradientSquared: number;
}

/** The estimate from one step: the replicas' own parts, and all of it. `examples`: M. Undefined when it cannot be
 *  estimated: with fewer than two sources, or with parts that hold every example equally often. */
export function estimateNoise(
  sources: readonly MeanGradient[],
  whole: MeanGradient,
  examples: number,
): NoiseEstimate | undefined {
  if (sources.length < 2) return undefined;
  const mean = (pick: (source: MeanGradient) => number): number =>
    sources.reduce((sum, source) => sum + pick(source), 0) / sources.length;
  const spread = mean(({ positions }) => spreadOf(positions, examples));
  const squares = mean(({ gradientSquared }) => gradientSquared);
  const wholeSpread = spreadOf(whole.positions, examples);
  // Rounding may leave a small difference where there is none. So small a difference gives no estimate anyway.
  if (!(spread - wholeSpread > 1e-9 * spread)) return undefined;
  const sampleVariance = (squares - whole.gradientSquared) / (spread - wholeSpread);
  if (!Number.isFinite(sampleVariance)) return undefined;
  return {
    gradientSquared: whole.gradientSquared - wholeSpread * sampleVariance,
    variance: sampleVariance * (1 - 1 / examples),
  };
}

/** f above: the variance of the mean over these positions, in units of S. */
function spreadOf(positions: Positions, examples: number): number {
  const count = countOf(positions);
  const perEpoch = new Map<number, number>();
  for (const [first, size] of positions) {
    const end = first + size;
    for (let start = first; start < end;) {
      const epoch = Math.floor(start / examples);
      const here = Math.min(end, (epoch + 1) * examples) - start;
      perEpoch.set(epoch, (perEpoch.get(epoch) ?? 0) + here);
      start += here;
    }
  }
  const squares = [...perEpoch.values()].reduce((sum, size) => sum + size * size, 0);
  return 1 / count - squares / (count * count * examples);
}

export function addNoise(so: NoiseState, estimate: NoiseEstimate, decay = noiseDecay): NoiseState {
  const mix = (before: number, now: number): number => decay * before + (1 - decay) * now;
  return {
    gradientSquared: mix(so.gradientSquared, estimate.gradientSquared),
    variance: mix(so.variance, estimate.variance),
    weight: mix(so.weight, 1),
  };
}

/** The bias of young averages cancels in their ratio. Undefined before the first estimate. */
export function noiseOf({ gradientSquared, variance, weight }: NoiseState): Noise | undefined {
  if (weight === 0) return undefined;
  return { scale: gradientSquared > 0 ? Math.max(0, variance / gradientSquared) : undefined, weight };
}
