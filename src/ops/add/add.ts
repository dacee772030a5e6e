// sum += x, for residual streams and for the gradients of a value that was used twice.
import file from '../../../shaders/add.wgsl?raw';
import { grid, type Lowered, type Target } from '../lowering';
import type { OpCall, Tensor } from '../op-call';
import { simdKernels } from '../simd-lowering';
import { addReference } from './add.ref';

const threads = 64;

export function addTo({
  x,
  sum,
  length,
}: {
  readonly x: Tensor;
  readonly sum: Tensor;
  readonly length: number;
}): OpCall {
  return {
    op: 'add',
    reads: [x],
    writes: [],
    updates: [sum],
    flops: length,
    lower: (target) => lower(x, sum, length, target),
    lowerToSimd: () => simdKernels({ kernel: 'add', args: [x, sum, length] }),
    reference: ({ reals }) => addReference(reals(sum), reals(x), reals(sum), length),
  };
}

function lower(x: Tensor, sum: Tensor, length: number, target: Target): Lowered {
  const isWide = length % 4 === 0;
  const [scalar, vector] = target.real === 'f16' ? (['f16', 'vec4h'] as const) : (['f32', 'vec4f'] as const);
  const count = isWide ? length / 4 : length;
  return {
    calls: [
      {
        kernel: {
          label: `add ${length}`,
          files: [file],
          entryPoint: 'add',
          consts: { THREADS: threads },
          aliases: { Wide: isWide ? vector : scalar },
          overrides: { LENGTH: count },
          access: ['read', 'write'],
        },
        operands: [x, sum],
        workgroups: grid(Math.ceil(count / threads), target),
      },
    ],
    scratch: 0,
  };
}
