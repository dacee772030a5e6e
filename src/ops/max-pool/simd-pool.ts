// One kernel of pooling for the SIMD engine.
import type { Windows } from '../conv2d/window';
import type { Tensor } from '../op-call';
import { simdKernels, type SimdLowered } from '../simd-lowering';

export function poolOnSimd(kernel: string, windows: Windows, operands: readonly Tensor[]): SimdLowered {
  const { batch, input, kernelHeight, kernelWidth, stride, outHeight, outWidth } = windows;
  const { height, width, channels } = input;
  const sizes = [batch, height, width, channels, outHeight, outWidth, kernelHeight, kernelWidth, stride];
  return simdKernels({ kernel, args: [...operands, ...sizes] });
}
