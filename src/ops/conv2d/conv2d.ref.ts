// The specification of convolution, with zeros outside the image.
//   y[b, i, j, f] = bias[f] + Σ over (p, q, c) of x[b, i·stride − top + p, j·stride − left + q, c] · w[p, q, c, f]
// Written once, as a walk over (output pixel, tap, input pixel).
import type { Reals } from '../reals';
import type { Windows } from './window';

export interface Convolution extends Windows {
  readonly filters: number;
}

/** Calls `visit(output pixel, tap, input pixel)` for all taps in the image. Pixels are counted through the batch. */
function walk(conv: Windows, visit: (outputPixel: number, tap: number, inputPixel: number) => void): void {
  const { batch, input, kernelHeight, kernelWidth, stride, top, left, outHeight, outWidth } = conv;
  for (let b = 0; b < batch; b++)
    for (let i = 0; i < outHeight; i++)
      for (let j = 0; j < outWidth; j++)
        for (let p = 0; p < kernelHeight; p++) {
          const row = i * stride - top + p;
          if (row < 0 || row >= input.height) continue;
          for (let q = 0; q < kernelWidth; q++) {
            const column = j * stride - left + q;
            if (column < 0 || column >= input.width) continue;
            visit(
              (b * outHeight + i) * outWidth + j,
              p * kernelWidth + q,
              (b * input.height + row) * input.width + column,
            );
          }
        }
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
  walk(conv, (to, tap, from) => {
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
  walk(conv, (to, tap, from) => {
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
  walk(conv, (to, tap, from) => {
    for (let c = 0; c < input.channels; c++) {
      const value = x[from * input.channels + c];
      const row = (tap * input.channels + c) * filters;
      for (let f = 0; f < filters; f++) sums[row + f] += value * dy[to * filters + f];
    }
  });
  for (let i = 0; i < sums.length; i++) weightGradient[i] += sums[i];
}
