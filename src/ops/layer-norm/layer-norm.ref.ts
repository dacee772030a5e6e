// The specification of layer norm (Ba et al. 2016) over the last axis.
import type { Reals } from '../reals';

/** Added to the variance. */
export const epsilon = 1e-5;

function statistics(x: Reals, first: number, channels: number): { mean: number; rstd: number } {
  let mean = 0;
  for (let c = 0; c < channels; c++) mean += x[first + c];
  mean /= channels;
  let variance = 0;
  for (let c = 0; c < channels; c++) variance += (x[first + c] - mean) ** 2;
  return { mean, rstd: 1 / Math.sqrt(variance / channels + epsilon) };
}

/** y = x̂·scale + offset, x̂ = (x − mean)·rstd, per row of (rows, C). */
export function layerNormForward(
  x: Reals,
  scale: Reals, // (C)
  offset: Reals, // (C)
  y: Reals,
  rows: number,
  channels: number,
): void {
  for (let row = 0; row < rows; row++) {
    const first = row * channels;
    const { mean, rstd } = statistics(x, first, channels);
    for (let c = 0; c < channels; c++) y[first + c] = (x[first + c] - mean) * rstd * scale[c] + offset[c];
  }
}

/** dx = rstd·(g − mean(g) − x̂·mean(g·x̂)), g = dy·scale. */
export function layerNormInputGradient(
  x: Reals,
  scale: Reals,
  dy: Reals,
  dx: Reals,
  rows: number,
  channels: number,
): void {
  for (let row = 0; row < rows; row++) {
    const first = row * channels;
    const { mean, rstd } = statistics(x, first, channels);
    let sum = 0;
    let along = 0;
    for (let c = 0; c < channels; c++) {
      const g = dy[first + c] * scale[c];
      sum += g;
      along += g * (x[first + c] - mean) * rstd;
    }
    for (let c = 0; c < channels; c++) {
      const normal = (x[first + c] - mean) * rstd;
      dx[first + c] = rstd * (dy[first + c] * scale[c] - sum / channels - (normal * along) / channels);
    }
  }
}

/** dScale (C) += Σ dy·x̂ and dOffset (C) += Σ dy over the rows. */
export function layerNormParameterGradient(
  x: Reals,
  dy: Reals,
  dScale: Reals,
  dOffset: Reals,
  rows: number,
  channels: number,
): void {
  const scale = new Float64Array(channels);
  const offset = new Float64Array(channels);
  for (let row = 0; row < rows; row++) {
    const first = row * channels;
    const { mean, rstd } = statistics(x, first, channels);
    for (let c = 0; c < channels; c++) {
      scale[c] += dy[first + c] * (x[first + c] - mean) * rstd;
      offset[c] += dy[first + c];
    }
  }
  for (let c = 0; c < channels; c++) {
    dScale[c] += scale[c];
    dOffset[c] += offset[c];
  }
}
