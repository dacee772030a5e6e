// sum += x, for residual streams and for the gradients of a value that was used twice.
import file from '../../../shaders/add.wgsl?raw';
import { grid, launches, wide, type Lowered, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { simdKernel } from '../simd-lowering';
import { addReference } from './add.ref';

const threads = 64;

interface Add {
  readonly x: Tensor;
  readonly sum: Tensor;
  readonly length: number;
}

export function addTo({ x, sum, length }: Add): OpCall {
  return opCall({
    op: 'add',
    reads: [x],
    updates: [sum],
    flops: length,
    lower: (target) => lower({ x, sum, length }, target),
    lowerToSimd: () => simdKernel('add', [x, sum, length]),
    reference: ({ reals }) => addReference(reals(sum), reals(x), reals(sum), length),
  });
}

function lower({ x, sum, length }: Add, target: Target): Lowered {
  const isWide = length % 4 === 0;
  const count = isWide ? length / 4 : length;
  return launches({
    kernel: {
      label: `add ${length}`,
      files: [file],
      entryPoint: 'add',
      consts: { THREADS: threads },
      aliases: { Wide: wide(target.real, isWide) },
      overrides: { LENGTH: count },
      access: ['read', 'write'],
    },
    operands: [x, sum],
    workgroups: grid(Math.ceil(count / threads), target),
  });
}
