// The gradient noise scale: at which batch a larger one stops helping (McCandlish et al. 2018, appendix A). Two estimates
// of gradients at two batches, the replicas' own b and the step's B, tell the true gradient's square from its noise. Each
// is smoothed before they are divided, for the mean of a ratio is not the ratio of the means. A guide, not a law.
// Fed with mean gradients before clipping, from the header records that commit a step; pure.

/** ≈ 100 steps. */
export const noiseDecay = 0.99;

export interface NoiseEstimate {
  /** |G|² of the true gradient, and tr Σ of one loss term's: of this step, each by itself without bias. */
  readonly gradientSquared: number;
  readonly variance: number;
}

/** Smoothed sums, and how much of their weight is there yet. */
export interface NoiseState {
  readonly gradientSquared: number;
  readonly variance: number;
  readonly weight: number;
}

export interface Noise {
  /** B_simple in loss terms; undefined: not yet known, for the smoothed |G|² is not above 0. */
  readonly scale: number | undefined;
  /** Steps that were fed, smoothed as the estimates are: 1 − β^steps. */
  readonly weight: number;
}

export const noNoise: NoiseState = { gradientSquared: 0, variance: 0, weight: 0 };

export interface Contribution {
  /** n_j, above 0. */
  readonly count: number;
  /** ‖g_j‖² of its mean gradient. */
  readonly gradientSquared: number;
}

/** From one step; undefined where two batches cannot be told apart: less than two sources. */
export function estimateNoise(
  sources: readonly Contribution[],
  total: number,
  meanSquared: number,
): NoiseEstimate | undefined {
  if (sources.length < 2) return undefined;
  const mean = (pick: (source: Contribution) => number): number =>
    sources.reduce((sum, source) => sum + pick(source), 0) / sources.length;
  const inverse = mean(({ count }) => 1 / count);
  const squares = mean(({ gradientSquared }) => gradientSquared);
  const b = 1 / inverse;
  if (!(total > b) || !Number.isFinite(squares) || !Number.isFinite(meanSquared)) return undefined;
  return {
    gradientSquared: (total * meanSquared - b * squares) / (total - b),
    variance: (squares - meanSquared) / (inverse - 1 / total),
  };
}

export function addNoise(so: NoiseState, estimate: NoiseEstimate, decay = noiseDecay): NoiseState {
  const mix = (before: number, now: number): number => decay * before + (1 - decay) * now;
  return {
    gradientSquared: mix(so.gradientSquared, estimate.gradientSquared),
    variance: mix(so.variance, estimate.variance),
    weight: mix(so.weight, 1),
  };
}

/** The bias of the young averages cancels in their ratio. undefined before the first estimate. */
export function noiseOf({ gradientSquared, variance, weight }: NoiseState): Noise | undefined {
  if (weight === 0) return undefined;
  return { scale: gradientSquared > 0 ? Math.max(0, variance / gradientSquared) : undefined, weight };
}
