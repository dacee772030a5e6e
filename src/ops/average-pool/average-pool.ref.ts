// The specification of average-pooling: the mean of each window and channel.
import { eachTap, type Windows } from '../conv2d/window';
import type { Reals } from '../reals';

export function averagePoolForward(
  windows: Windows,
  x: Reals, // (B, H, W, C)
  y: Reals, // (B, outHeight, outWidth, C)
): void {
  const { channels } = windows.input;
  const sums = new Float64Array(y.length);
  eachTap(windows, (to, _tap, from) => {
    for (let c = 0; c < channels; c++) sums[to * channels + c] += x[from * channels + c];
  });
  setMeans(windows, sums, y);
}

/** dx =. */
export function averagePoolBackward(windows: Windows, dy: Reals, dx: Reals): void {
  const { channels } = windows.input;
  const sums = new Float64Array(dx.length);
  eachTap(windows, (to, _tap, from) => {
    for (let c = 0; c < channels; c++) sums[from * channels + c] += dy[to * channels + c];
  });
  setMeans(windows, sums, dx);
}

function setMeans({ kernelHeight, kernelWidth }: Windows, sums: Float64Array, into: Reals): void {
  const area = kernelHeight * kernelWidth;
  for (let i = 0; i < into.length; i++) into[i] = sums[i] / area;
}
