// The specification of group normalisation (Wu & He 2018). Per example and group of channels, over all pixels:
//   y = scale · (x − mean) / √(variance + ε) + offset
// scale and offset are per channel. It needs no statistics of the batch, so an example's gradient does not depend on
// the other examples.
import type { Reals } from '../reals';

export const epsilon = 1e-5;

export interface GroupNorm {
  readonly batch: number;
  readonly pixels: number;
  readonly channels: number;
  /** A divisor of the number of channels. */
  readonly groups: number;
}

/** Calls `visit(first element, channel)` for each (pixel, channel) of one example's group. */
function eachOf(
  { pixels, channels, groups }: GroupNorm,
  example: number,
  group: number,
  visit: (at: number, channel: number) => void,
): void {
  const width = channels / groups;
  for (let pixel = 0; pixel < pixels; pixel++)
    for (let channel = group * width; channel < (group + 1) * width; channel++)
      visit((example * pixels + pixel) * channels + channel, channel);
}

export function groupNormForward(
  norm: GroupNorm,
  x: Reals, // (B, pixels, C)
  scale: Reals, // (C)
  offset: Reals, // (C)
  y: Reals, // (B, pixels, C)
  statistics: Reals, // (B, groups, 2): mean, 1/√(variance + ε)
): void {
  const { batch, pixels, channels, groups } = norm;
  const count = (pixels * channels) / groups;
  for (let b = 0; b < batch; b++)
    for (let g = 0; g < groups; g++) {
      let sum = 0;
      eachOf(norm, b, g, (at) => (sum += x[at]));
      const mean = sum / count;
      let squares = 0;
      eachOf(norm, b, g, (at) => (squares += (x[at] - mean) ** 2));
      const inverse = 1 / Math.sqrt(squares / count + epsilon);
      statistics.set([mean, inverse], 2 * (b * groups + g));
      eachOf(norm, b, g, (at, c) => (y[at] = (x[at] - mean) * inverse * scale[c] + offset[c]));
    }
}

/** dx =, scaleGradient +=, offsetGradient +=. */
export function groupNormBackward(
  norm: GroupNorm,
  x: Reals,
  dy: Reals,
  statistics: Reals,
  scale: Reals,
  dx: Reals | undefined,
  scaleGradient: Reals,
  offsetGradient: Reals,
): void {
  const { batch, pixels, channels, groups } = norm;
  const count = (pixels * channels) / groups;
  const scaleSums = new Float64Array(channels);
  const offsetSums = new Float64Array(channels);
  for (let b = 0; b < batch; b++)
    for (let g = 0; g < groups; g++) {
      const [mean, inverse] = statistics.subarray(2 * (b * groups + g));
      const normal = (at: number): number => (x[at] - mean) * inverse;
      let sum = 0; // of dL/d(normal)
      let product = 0; // of dL/d(normal) · normal
      eachOf(norm, b, g, (at, c) => {
        scaleSums[c] += dy[at] * normal(at);
        offsetSums[c] += dy[at];
        sum += dy[at] * scale[c];
        product += dy[at] * scale[c] * normal(at);
      });
      if (!dx) continue;
      eachOf(norm, b, g, (at, c) => {
        dx[at] = inverse * (dy[at] * scale[c] - (sum + normal(at) * product) / count);
      });
    }
  for (let c = 0; c < channels; c++) {
    scaleGradient[c] += scaleSums[c];
    offsetGradient[c] += offsetSums[c];
  }
}
