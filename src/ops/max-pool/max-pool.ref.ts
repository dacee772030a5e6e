// The specification of max-pooling: the largest value of each window and channel, and its place in the window. Ties
// go to the first, row by row. The backward pass uses the place.
import { eachTap, type Windows } from '../conv2d/window';
import type { Reals } from '../reals';

export function maxPoolForward(
  windows: Windows,
  x: Reals, // (B, H, W, C)
  y: Reals, // (B, outHeight, outWidth, C)
  argmax: Uint32Array, // of y's shape: p·kernelWidth + q
): void {
  const { channels } = windows.input;
  y.fill(-Infinity);
  argmax.fill(0);
  eachTap(windows, (to, tap, from) => {
    for (let c = 0; c < channels; c++) {
      const value = x[from * channels + c];
      const at = to * channels + c;
      if (value > y[at] || Number.isNaN(value)) [y[at], argmax[at]] = [value, tap];
    }
  });
}

/** dx =. */
export function maxPoolBackward(windows: Windows, argmax: Uint32Array, dy: Reals, dx: Reals): void {
  const { batch, input, kernelWidth, stride, outHeight, outWidth } = windows;
  const { height, width, channels } = input;
  const sums = new Float64Array(dx.length);
  let from = 0;
  for (let b = 0; b < batch; b++)
    for (let i = 0; i < outHeight; i++)
      for (let j = 0; j < outWidth; j++)
        for (let c = 0; c < channels; c++, from++) {
          const row = i * stride + Math.floor(argmax[from] / kernelWidth);
          const column = j * stride + (argmax[from] % kernelWidth);
          sums[((b * height + row) * width + column) * channels + c] += dy[from];
        }
  dx.set(sums);
}
