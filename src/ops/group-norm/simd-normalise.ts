// Group normalisation for the SIMD engine.
import { scratchTensor } from '../lowering';
import type { Tensor } from '../op-call';
import { absent, simdKernel, type SimdLowered } from '../simd-lowering';
import type { GroupNorm } from './group-norm.ref';

/** An array per channel, in whole quads. */
const arrayBytes = ({ channels }: GroupNorm): number => 16 * Math.ceil(channels / 4);

export function groupNormOnSimd(
  norm: GroupNorm,
  operands: readonly [x: Tensor, scale: Tensor, offset: Tensor, y: Tensor, statistics: Tensor],
): SimdLowered {
  const { batch, pixels, channels, groups } = norm;
  const args = [...operands, batch, pixels, channels, groups];
  return simdKernel('groupNorm', args, 2 * arrayBytes(norm));
}

export function groupNormGradientOnSimd(
  norm: GroupNorm,
  [x, dy, statistics, scale]: readonly [x: Tensor, dy: Tensor, statistics: Tensor, scale: Tensor],
  dx: Tensor | undefined,
  scaleGradient: Tensor,
  offsetGradient: Tensor,
): SimdLowered {
  const { batch, pixels, channels, groups } = norm;
  return {
    calls: [
      {
        kernel: 'groupNormBackward',
        args: [x, dy, statistics, scale, dx ?? absent, scratchTensor, batch, pixels, channels, groups],
      },
      {
        kernel: 'groupNormParameters',
        args: [scratchTensor, scaleGradient, offsetGradient, batch, channels],
      },
    ],
    scratchBytes: 2 * batch * arrayBytes(norm),
    threadScratchBytes: 4 * arrayBytes(norm),
  };
}
