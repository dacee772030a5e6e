// Rows of a tensor as a tensor of their own, and back into their place: for what a head computes piece by piece.
import file from '../../../shaders/copy_part.wgsl?raw';
import { grid, launches, wide, type Lowered, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { simdKernel } from '../simd-lowering';

const threads = 64;

interface Rows {
  readonly whole: Tensor;
  /** The first element of the part within the whole. */
  readonly at: number;
  readonly part: Tensor; // (length)
  readonly length: number;
}

/** part = the elements [at, at + length) of the whole. */
export function takeRows({ whole, at, part, length }: Rows): OpCall {
  const copy = { from: whole, fromAt: at, to: part, toAt: 0, length };
  return opCall({ ...loweringsOf(copy), op: 'rows-take', reads: [whole], writes: [part] });
}

/** The elements [at, at + length) of the whole = part. All others stay. */
export function putRows({ whole, at, part, length }: Rows): OpCall {
  const copy = { from: part, fromAt: 0, to: whole, toAt: at, length };
  return opCall({ ...loweringsOf(copy), op: 'rows-put', reads: [part], updates: [whole] });
}

interface Copy {
  readonly from: Tensor;
  readonly fromAt: number;
  readonly to: Tensor;
  readonly toAt: number;
  readonly length: number;
}

function loweringsOf(copy: Copy): Pick<OpCall, 'lower' | 'lowerToSimd' | 'reference'> {
  const { from, fromAt, to, toAt, length } = copy;
  return {
    lower: (target) => lower(copy, target),
    lowerToSimd: () => simdKernel('copyPart', [from, fromAt, to, toAt, length]),
    reference: ({ reals }) => reals(to).set(reals(from).subarray(fromAt, fromAt + length), toAt),
  };
}

function lower({ from, fromAt, to, toAt, length }: Copy, target: Target): Lowered {
  const isWide = [fromAt, toAt, length].every((elements) => elements % 4 === 0);
  const unit = isWide ? 4 : 1;
  return launches({
    kernel: {
      label: `copy_part ${length}`,
      files: [file],
      entryPoint: 'copy_part',
      consts: { THREADS: threads },
      aliases: { Wide: wide(target.real, isWide) },
      overrides: { LENGTH: length / unit, FROM: fromAt / unit, TO: toAt / unit },
      access: ['read', 'write'],
    },
    operands: [from, to],
    workgroups: grid(Math.ceil(length / unit / threads), target),
  });
}
