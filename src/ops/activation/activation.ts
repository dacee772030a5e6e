// Calls and kernels of the pointwise activations: one thread per element.
import file from '../../../shaders/activation.wgsl?raw';
import { grid, launches, type Lowered, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { simdKernel } from '../simd-lowering';
import {
  activationBackward,
  activationForward,
  activationNumber,
  type PointwiseActivation,
} from './activation.ref';

interface Pointwise {
  readonly activation: PointwiseActivation;
  readonly length: number;
}

/** y = f(x), both (length). */
export function activationForwardCall({
  activation,
  x,
  y,
  length,
}: Pointwise & { readonly x: Tensor; readonly y: Tensor }): OpCall {
  return opCall({
    op: `${activation}-forward`,
    reads: [x],
    writes: [y],
    lower: (target) => launch('activation_forward', activation, [x, y], length, target),
    lowerToSimd: () => simdKernel('activationForward', [x, y, length, activationNumber[activation]]),
    reference: ({ reals }) => activationForward(activation, reals(x), reals(y), length),
  });
}

/** dx = dy · f′. `saved` is y for relu and tanh, x for gelu. */
export function activationBackwardCall({
  activation,
  saved,
  dy,
  dx,
  length,
}: Pointwise & { readonly saved: Tensor; readonly dy: Tensor; readonly dx: Tensor }): OpCall {
  return opCall({
    op: `${activation}-backward`,
    reads: [saved, dy],
    writes: [dx],
    slope: { slopeOf: activation, saved, dy, dx },
    lower: (target) => launch('activation_backward', activation, [saved, dx, dy], length, target),
    lowerToSimd: () =>
      simdKernel('activationBackward', [saved, dy, dx, length, activationNumber[activation]]),
    reference: ({ reals }) => activationBackward(activation, reals(saved), reals(dy), reals(dx), length),
  });
}

function launch(
  entryPoint: string,
  activation: PointwiseActivation,
  operands: readonly Tensor[],
  length: number,
  target: Target,
): Lowered {
  const threads = Math.min(256, target.maxInvocations);
  return launches({
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
  });
}
