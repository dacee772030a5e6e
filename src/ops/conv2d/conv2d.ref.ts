// The specification of convolution, with zeros outside the image.
//   y[b, i, j, f] = bias[f] + Σ over (p, q, c) of x[b, i·stride − top + p, j·stride − left + q, c] · w[p, q, c, f]
// Written once, as a walk over (output pixel, tap, input pixel).
import type { Reals } from '../reals';
import { eachTap, type Windows } from './window';

export interface Convolution extends Windows {
  readonly filters: number;
}

export function convolutionForward(
  conv: Convolution,
  x: Reals, // (B, H, W, C)
  weight: Reals, // (kernelHeight, kernelWidth, C, filters)
  bias: Reals, // (filters)
  y: Reals, // (B, outHeight, outWidth, filters)
): void {
  const { filters, input } = conv;
  const sums = new Float64Array(y.length);
  for (let i = 0; i < sums.length; i++) sums[i] = bias[i % filters];
  eachTap(conv, (to, tap, from) => {
    for (let c = 0; c < input.channels; c++) {
      const value = x[from * input.channels + c];
      const row = (tap * input.channels + c) * filters;
      for (let f = 0; f < filters; f++) sums[to * filters + f] += value * weight[row + f];
    }
  });
  y.set(sums);
}

/** dx =. */
export function convolutionInputGradient(conv: Convolution, dy: Reals, weight: Reals, dx: Reals): void {
  const { filters, input } = conv;
  const sums = new Float64Array(dx.length);
  eachTap(conv, (to, tap, from) => {
    for (let c = 0; c < input.channels; c++) {
      const row = (tap * input.channels + c) * filters;
      let sum = 0;
      for (let f = 0; f < filters; f++) sum += dy[to * filters + f] * weight[row + f];
      sums[from * input.channels + c] += sum;
    }
  });
  dx.set(sums);
}

/** weightGradient +=. */
export function convolutionWeightGradient(
  conv: Convolution,
  x: Reals,
  dy: Reals,
  weightGradient: Reals,
): void {
  const { filters, input } = conv;
  const sums = new Float64Array(weightGradient.length);
  eachTap(conv, (to, tap, from) => {
    for (let c = 0; c < input.channels; c++) {
      const value = x[from * input.channels + c];
      const row = (tap * input.channels + c) * filters;
      for (let f = 0; f < filters; f++) sums[row + f] += value * dy[to * filters + f];
    }
  });
  for (let i = 0; i < sums.length; i++) weightGradient[i] += sums[i];
}
