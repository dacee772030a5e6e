// x ·= factor, in place.
import file from '../../../shaders/scale.wgsl?raw';
import { grid, launches, wide, type Lowered, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';

const threads = 64;

interface Scale {
  readonly x: Tensor;
  readonly factor: number;
  readonly length: number;
}

/** The SIMD engine computes it by its reference: it is used on few numbers. */
export function scaleBy({ x, factor, length }: Scale): OpCall {
  return opCall({
    op: 'scale',
    reads: [],
    updates: [x],
    flops: length,
    lower: (target) => lower({ x, factor, length }, target),
    reference({ reals }) {
      const values = reals(x);
      for (let i = 0; i < length; i++) values[i] *= factor;
    },
  });
}

function lower({ x, factor, length }: Scale, target: Target): Lowered {
  const isWide = length % 4 === 0;
  const count = isWide ? length / 4 : length;
  return launches({
    kernel: {
      label: `scale ${length}`,
      files: [file],
      entryPoint: 'scale',
      consts: { THREADS: threads },
      aliases: { Real: target.real, Wide: wide(target.real, isWide) },
      overrides: { LENGTH: count, FACTOR: factor },
      access: ['write'],
    },
    operands: [x],
    workgroups: grid(Math.ceil(count / threads), target),
  });
}
