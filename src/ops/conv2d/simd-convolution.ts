// Convolution for the SIMD engine. convolution.as explains the kernels; here are the sizes of their pieces.
import { activationNumber } from '../activation/activation.ref';
import { scratchTensor } from '../lowering';
import type { Tensor } from '../op-call';
import { absent, simdKernel, type SimdLowered } from '../simd-lowering';
import type { Convolution } from './conv2d.ref';
import type { FusedActivation } from './convolution';

/** A thread's copy of a piece of the images. It stays in a second-level cache, beside a panel of the filters. */
const copyBytes = 256 * 1024;

/** Pixels whose sum joins the weights' gradient: short sums round less, and fewer sums take less time. */
const pixelsOfSum = 512;

/** A ragged tile of the output: 4 rows of 8. */
const edgeBytes = 128;

/** Windows over images with zeros between their pixels (`spread` apart) and around them. */
interface SpreadWindows {
  readonly height: number;
  readonly width: number;
  readonly channels: number;
  readonly top: number;
  readonly left: number;
  readonly spread: number;
  readonly outHeight: number;
  readonly outWidth: number;
  readonly step: number;
}

export function convolutionOnSimd(
  conv: Convolution,
  { x, weight, bias, y }: Readonly<Record<'x' | 'weight' | 'bias' | 'y', Tensor>>,
  activation: FusedActivation,
): SimdLowered {
  const { input, top, left, outHeight, outWidth, stride } = conv;
  const windows = { ...input, top, left, spread: 1, outHeight, outWidth, step: stride };
  return convolve(conv, windows, [x, weight, bias, y], activation);
}

/** dx: windows over dy with the stride's holes, by filters turned half around. */
export function convolutionInputOnSimd(
  conv: Convolution,
  { dy, weight, dx }: { readonly dy: Tensor; readonly weight: Tensor; readonly dx: Tensor },
): SimdLowered {
  const { input, kernelHeight, kernelWidth, stride, top, left, outHeight, outWidth, filters } = conv;
  const windows = {
    height: outHeight,
    width: outWidth,
    channels: filters,
    top: kernelHeight - 1 - top,
    left: kernelWidth - 1 - left,
    spread: stride,
    outHeight: input.height,
    outWidth: input.width,
    step: 1,
  };
  return convolve(conv, windows, [dy, weight, undefined, dx], 'none');
}

function convolve(
  { batch, input, filters, kernelHeight, kernelWidth }: Convolution,
  windows: SpreadWindows,
  [images, weight, bias, out]: readonly [Tensor, Tensor, Tensor | undefined, Tensor],
  activation: FusedActivation,
): SimdLowered {
  const { height, width, channels, top, left, spread, outHeight, outWidth, step } = windows;
  const isTurned = bias === undefined;
  const columns = isTurned ? input.channels : filters;
  const area = kernelHeight * kernelWidth;
  const rowBytes = 4 * channels * ((outWidth - 1) * step + kernelWidth);
  const rowsThatFit = Math.floor((copyBytes / rowBytes - kernelHeight) / step) + 1;
  const chunkRows = Math.max(1, Math.min(outHeight, rowsThatFit));
  return {
    calls: [
      {
        kernel: 'packFilters',
        args: [weight, bias ?? absent, scratchTensor, area, input.channels, filters, isTurned ? 1 : 0],
      },
      {
        kernel: 'convolve',
        args: [
          ...[images, scratchTensor, out, batch, height, width, channels, top, left, spread],
          ...[outHeight, outWidth, columns, kernelHeight, kernelWidth, step, chunkRows],
          activation === 'none' ? 0 : activationNumber[activation],
        ],
      },
    ],
    scratchBytes: 32 * Math.ceil(columns / 8) * (area * channels + 1),
    threadScratchBytes: edgeBytes + rowBytes * ((chunkRows - 1) * step + kernelHeight),
  };
}

/** weightGradient +=. */
export function convolutionWeightOnSimd(
  { batch, input, filters, kernelHeight, kernelWidth, stride, top, left, outHeight, outWidth }: Convolution,
  { x, dy, weightGradient }: { readonly x: Tensor; readonly dy: Tensor; readonly weightGradient: Tensor },
): SimdLowered {
  const { height, width, channels } = input;
  const rowBytes = 4 * channels * ((outWidth - 1) * stride + kernelWidth);
  const chunkRows = Math.max(1, Math.min(outHeight, Math.floor(pixelsOfSum / outWidth)));
  const bytes = rowBytes * ((chunkRows - 1) * stride + kernelHeight);
  const pixels = chunkRows * outWidth;
  const isWhole = chunkRows === outHeight;
  const examplesThatFit = Math.floor(Math.min(pixelsOfSum / pixels, copyBytes / bytes));
  const chunkExamples = isWhole ? Math.max(1, Math.min(batch, examplesThatFit)) : 1;
  const columnBytes = 32 * Math.ceil(filters / 8) * chunkExamples * pixels;
  return simdKernel(
    'convolutionWeights',
    [
      ...[x, dy, weightGradient, batch, height, width, channels, top, left, outHeight, outWidth, filters],
      ...[kernelHeight, kernelWidth, stride, chunkRows, chunkExamples],
    ],
    // A tile of four may read 12 bytes past the last window.
    edgeBytes + columnBytes + chunkExamples * bytes + 16,
  );
}
