// Calls and kernels of group normalisation. group_norm.wgsl explains the stages.
import file from '../../../shaders/group_norm.wgsl?raw';
import type { KernelCall, KernelSpec } from '../../gpu/kernel-cache';
import { grid, scratchTensor, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { groupNormBackward, groupNormForward, type GroupNorm } from './group-norm.ref';
import { groupNormGradientOnSimd, groupNormOnSimd } from './simd-normalise';

const threads = 64;
/** Channels that one workgroup sums side by side. */
const columns = 16;

type Access = KernelSpec['access'][number];

/** y = scale · normal(x) + offset. `statistics`: (B, groups, 2), f32. */
export function groupNorm(
  norm: GroupNorm,
  tensors: Readonly<Record<'x' | 'scale' | 'offset' | 'y' | 'statistics', Tensor>>,
): OpCall {
  const { x, scale, offset, y, statistics } = tensors;
  const { batch, pixels, channels, groups } = norm;
  return opCall({
    op: 'group-norm',
    reads: [x, scale, offset],
    writes: [y, statistics],
    lower(target) {
      const launch = launcher(norm, target);
      return {
        calls: [
          launch('statistics', [x, statistics], 'rw', grid(batch * groups, target)),
          launch(
            'prepare',
            [statistics, scale, offset, scratchTensor],
            'rrrw',
            over(batch * channels, target),
          ),
          launch('apply', [x, scratchTensor, y], 'rrw', over(batch * pixels * channels, target)),
        ],
        scratch: 4 * batch * channels,
      };
    },
    lowerToSimd: () => groupNormOnSimd(norm, [x, scale, offset, y, statistics]),
    reference: ({ reals }) =>
      groupNormForward(norm, reals(x), reals(scale), reals(offset), reals(y), reals(statistics)),
  });
}

/** scaleGradient +=, offsetGradient +=, and if `dx` is given dx =. */
export function groupNormGradient(
  norm: GroupNorm,
  tensors: Readonly<
    Record<'x' | 'dy' | 'statistics' | 'scale' | 'scaleGradient' | 'offsetGradient', Tensor>
  > & { readonly dx: Tensor | undefined },
): OpCall {
  const { x, dy, statistics, scale, dx, scaleGradient, offsetGradient } = tensors;
  const { batch, pixels, channels, groups } = norm;
  return opCall({
    op: 'group-norm-backward',
    reads: [x, dy, statistics, scale],
    writes: dx ? [dx] : [],
    updates: [scaleGradient, offsetGradient],
    lower(target) {
      const launch = launcher(norm, target);
      const sums = scratchTensor;
      const calls = [
        launch('sums', [x, dy, statistics, sums], 'rrrw', [
          Math.ceil(channels / columns),
          Math.min(batch, target.maxWorkgroups),
          1,
        ]),
        launch('parameter_gradients', [sums, scaleGradient, offsetGradient], 'rww', over(channels, target)),
      ];
      if (dx)
        calls.push(
          launch('prepare_backward', [statistics, scale, sums], 'rrw', over(batch * groups, target)),
          launch('apply_backward', [x, dy, sums, dx], 'rrrw', over(batch * pixels * channels, target)),
        );
      return { calls, scratch: 4 * batch * channels };
    },
    lowerToSimd: () =>
      groupNormGradientOnSimd(norm, [x, dy, statistics, scale], dx, scaleGradient, offsetGradient),
    reference: ({ reals }) =>
      groupNormBackward(
        norm,
        reals(x),
        reals(dy),
        reals(statistics),
        reals(scale),
        dx === undefined ? undefined : reals(dx),
        reals(scaleGradient),
        reals(offsetGradient),
      ),
  });
}

const over = (count: number, target: Target): KernelCall['workgroups'] =>
  grid(Math.ceil(count / threads), target);

/** Makes launches of one stage. `access` has a letter per operand. */
function launcher({ batch, pixels, channels, groups }: GroupNorm, { real }: Target) {
  return (
    stage: string,
    operands: readonly Tensor[],
    access: string,
    workgroups: KernelCall['workgroups'],
  ): KernelCall => ({
    kernel: {
      label: `group_norm_${stage} ${batch}×${pixels}×${channels}`,
      files: [file],
      entryPoint: `group_norm_${stage}`,
      consts: { THREADS: threads, COLUMNS: columns },
      aliases: { Real: real },
      overrides: { BATCH: batch, PIXELS: pixels, CHANNELS: channels, GROUPS: groups },
      access: [...access].map((letter): Access => (letter === 'r' ? 'read' : 'write')),
    },
    operands,
    workgroups,
  });
}
