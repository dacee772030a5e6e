// Calls and kernels of the pointwise activations: one thread per element.
import file from '../../../shaders/activation.wgsl?raw';
import { grid, type Lowered, type Target } from '../lowering';
import type { OpCall, Tensor } from '../op-call';
import { simdKernels } from '../simd-lowering';
import {
  activationBackward,
  activationForward,
  activationNumber,
  type PointwiseActivation,
} from './activation.ref';

/** y = f(x), both (length). */
export function activationForwardCall({
  activation,
  x,
  y,
  length,
}: {
  readonly activation: PointwiseActivation;
  readonly x: Tensor;
  readonly y: Tensor;
  readonly length: number;
}): OpCall {
  return {
    op: `${activation}-forward`,
    reads: [x],
    writes: [y],
    updates: [],
    flops: 0,
    lower: (target) => launch('activation_forward', activation, [x, y], length, target),
    lowerToSimd: () =>
      simdKernels({ kernel: 'activationForward', args: [x, y, length, activationNumber[activation]] }),
    reference: ({ reals }) => activationForward(activation, reals(x), reals(y), length),
  };
}

/** dx = dy · f′. `saved` is y for relu and tanh, x for gelu. */
export function activationBackwardCall({
  activation,
  saved,
  dy,
  dx,
  length,
}: {
  readonly activation: PointwiseActivation;
  readonly saved: Tensor;
  readonly dy: Tensor;
  readonly dx: Tensor;
  readonly length: number;
}): OpCall {
  return {
    op: `${activation}-backward`,
    reads: [saved, dy],
    writes: [dx],
    updates: [],
    flops: 0,
    slope: { slopeOf: activation, saved, dy, dx },
    lower: (target) => launch('activation_backward', activation, [saved, dx, dy], length, target),
    lowerToSimd: () =>
      simdKernels({
        kernel: 'activationBackward',
        args: [saved, dy, dx, length, activationNumber[activation]],
      }),
    reference: ({ reals }) => activationBackward(activation, reals(saved), reals(dy), reals(dx), length),
  };
}

function launch(
  entryPoint: string,
  activation: PointwiseActivation,
  operands: readonly Tensor[],
  length: number,
  target: Target,
): Lowered {
  const threads = Math.min(256, target.maxInvocations);
  return {
    calls: [
      {
        kernel: {
          label: `${entryPoint} ${activation} ${length}`,
          files: [file],
          entryPoint,
          consts: { THREADS: threads, ACTIVATION: activationNumber[activation] },
          aliases: { Real: target.real },
          overrides: { LENGTH: length },
          access: operands.length === 2 ? ['read', 'write'] : ['read', 'write', 'read'],
        },
        operands,
        workgroups: grid(Math.ceil(length / threads), target),
      },
    ],
    scratch: 0,
  };
}
