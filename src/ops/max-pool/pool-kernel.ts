// One launch of a pooling kernel. A thread owns a pixel's vector of four channels, or one element when the channels are
// not whole vectors.
import poolWindows from '../../../shaders/pool_windows.wgsl?raw';
import type { KernelCall, KernelSpec } from '../../gpu/kernel-cache';
import { grid, type Target } from '../lowering';
import type { Tensor } from '../op-call';
import type { Windows } from '../conv2d/window';

const threads = 64;

export function poolKernel(
  { file, entryPoint }: { readonly file: string; readonly entryPoint: string },
  windows: Windows,
  operands: readonly Tensor[],
  access: KernelSpec['access'],
  target: Target,
): KernelCall {
  const { batch, input, kernelHeight, kernelWidth, stride, outHeight, outWidth } = windows;
  const isWide = input.channels % 4 === 0;
  const wides = isWide ? input.channels / 4 : input.channels;
  const [scalar, vector] = target.real === 'f16' ? (['f16', 'vec4h'] as const) : (['f32', 'vec4f'] as const);
  return {
    kernel: {
      label: `${entryPoint} ${input.height}×${input.width}×${input.channels}`,
      files: [poolWindows, file],
      entryPoint,
      consts: { THREADS: threads },
      aliases: {
        Wide: isWide ? vector : scalar,
        WideFloat: isWide ? 'vec4f' : 'f32',
        WideIndex: isWide ? 'vec4u' : 'u32',
      },
      overrides: {
        BATCH: batch,
        HEIGHT: input.height,
        WIDTH: input.width,
        WIDES: wides,
        OUT_HEIGHT: outHeight,
        OUT_WIDTH: outWidth,
        KERNEL_HEIGHT: kernelHeight,
        KERNEL_WIDTH: kernelWidth,
        STRIDE: stride,
      },
      access,
    },
    operands,
    workgroups: grid(Math.ceil((batch * pixelsOf(entryPoint, windows) * wides) / threads), target),
  };
}

/** Pixels that threads own in one example: outputs, inputs, or cells of stride × stride inputs. */
function pixelsOf(entryPoint: string, { input, stride, outHeight, outWidth }: Windows): number {
  if (entryPoint.endsWith('forward')) return outHeight * outWidth;
  const side = entryPoint.endsWith('cells') ? stride : 1;
  return Math.ceil(input.height / side) * Math.ceil(input.width / side);
}
