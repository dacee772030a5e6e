// A call of pooling, for all engines. On a GPU a thread owns a pixel's vector of four channels, or one element when the
// channels are not whole vectors.
import poolWindows from '../../../shaders/pool_windows.wgsl?raw';
import type { KernelCall } from '../../gpu/kernel-cache';
import { grid, launches, wide, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import type { Windows } from '../conv2d/window';
import { simdKernel } from '../simd-lowering';

const threads = 64;

interface Pool extends Pick<OpCall, 'op' | 'reads' | 'writes' | 'reference'> {
  readonly file: string;
  readonly entryPoint: string;
  /** The kernel of the SIMD engine. */
  readonly simd: string;
}

/** All kernels are given what is read, then what is written. */
export function poolCall(windows: Windows, { file, entryPoint, simd, ...call }: Pool): OpCall {
  const { batch, input, kernelHeight, kernelWidth, stride, outHeight, outWidth } = windows;
  const { height, width, channels } = input;
  const sizes = [batch, height, width, channels, outHeight, outWidth, kernelHeight, kernelWidth, stride];
  return opCall({
    ...call,
    lower: (target) => launches(poolKernel([poolWindows, file], entryPoint, windows, call, target)),
    lowerToSimd: () => simdKernel(simd, [...call.reads, ...call.writes, ...sizes]),
  });
}

function poolKernel(
  files: readonly string[],
  entryPoint: string,
  windows: Windows,
  { reads, writes }: { readonly reads: readonly Tensor[]; readonly writes: readonly Tensor[] },
  target: Target,
): KernelCall {
  const { batch, input, kernelHeight, kernelWidth, stride, outHeight, outWidth } = windows;
  const isWide = input.channels % 4 === 0;
  const wides = isWide ? input.channels / 4 : input.channels;
  return {
    kernel: {
      label: `${entryPoint} ${input.height}×${input.width}×${input.channels}`,
      files,
      entryPoint,
      consts: { THREADS: threads },
      aliases: {
        Wide: wide(target.real, isWide),
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
      access: [...reads.map(() => 'read' as const), ...writes.map(() => 'write' as const)],
    },
    operands: [...reads, ...writes],
    workgroups: grid(Math.ceil((batch * pixelsOf(entryPoint, windows) * wides) / threads), target),
  };
}

/** Pixels that threads own in one example: outputs, inputs, or cells of stride × stride inputs. */
function pixelsOf(entryPoint: string, { input, stride, outHeight, outWidth }: Windows): number {
  if (entryPoint.endsWith('forward')) return outHeight * outWidth;
  const side = entryPoint.endsWith('cells') ? stride : 1;
  return Math.ceil(input.height / side) * Math.ceil(input.width / side);
}
