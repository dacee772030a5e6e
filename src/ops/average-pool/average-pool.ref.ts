// The specification of average-pooling: the mean of each window and channel.
import type { Windows } from '../conv2d/window';
import type { Reals } from '../reals';

export function averagePoolForward(
  windows: Windows,
  x: Reals, // (B, H, W, C)
  y: Reals, // (B, outHeight, outWidth, C)
): void {
  const { channels } = windows.input;
  const sums = new Float64Array(y.length);
  walk(windows, (from, to) => {
    for (let c = 0; c < channels; c++) sums[to * channels + c] += x[from * channels + c];
  });
  const area = windows.kernelHeight * windows.kernelWidth;
  for (let i = 0; i < y.length; i++) y[i] = sums[i] / area;
}

/** dx =. */
export function averagePoolBackward(windows: Windows, dy: Reals, dx: Reals): void {
  const { channels } = windows.input;
  const sums = new Float64Array(dx.length);
  walk(windows, (from, to) => {
    for (let c = 0; c < channels; c++) sums[from * channels + c] += dy[to * channels + c];
  });
  const area = windows.kernelHeight * windows.kernelWidth;
  for (let i = 0; i < dx.length; i++) dx[i] = sums[i] / area;
}

function walk(windows: Windows, visit: (inputPixel: number, outputPixel: number) => void): void {
  const { batch, input, kernelHeight, kernelWidth, stride, outHeight, outWidth } = windows;
  for (let b = 0; b < batch; b++)
    for (let i = 0; i < outHeight; i++)
      for (let j = 0; j < outWidth; j++)
        for (let p = 0; p < kernelHeight; p++)
          for (let q = 0; q < kernelWidth; q++)
            visit(
              (b * input.height + i * stride + p) * input.width + j * stride + q,
              (b * outHeight + i) * outWidth + j,
            );
}
