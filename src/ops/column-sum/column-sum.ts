// The kernels of the bias gradient: partial sums over chunks of rows, then the sum of the partials, in a fixed order.
import file from '../../../shaders/column_sum.wgsl?raw';
import type { KernelSpec } from '../../gpu/kernel-cache';
import { launches, scratchTensor, type Lowered, type Target } from '../lowering';
import { opCall, type OpCall, type Tensor } from '../op-call';
import { simdKernel } from '../simd-lowering';
import { columnSumReference } from './column-sum.ref';

const threads = 64;
/** Rows that one thread adds. With more rows than this, the sum is split into partials. */
const chunk = 64;

interface ColumnSum {
  readonly x: Tensor; // (rows, columns), real
  readonly out: Tensor; // (columns), f32
  readonly rows: number;
  readonly columns: number;
}

/** out += column sums of x. */
export function columnSum(shape: ColumnSum): OpCall {
  const { x, out, rows, columns } = shape;
  return opCall({
    op: 'column-sum',
    reads: [x],
    updates: [out],
    flops: rows * columns,
    lower: (target) => lower(shape, target),
    lowerToSimd: () => simdKernel('columnSum', [x, out, rows, columns], 4 * columns),
    reference: ({ reals }) => columnSumReference(reals(x), reals(out), rows, columns),
  });
}

function lower({ x, out, rows, columns }: ColumnSum, { real }: Target): Lowered {
  const chunks = Math.ceil(rows / chunk);
  const across = Math.ceil(columns / threads);
  const kernel = (entryPoint: string, rowsIn: number, element: 'f32' | 'f16'): KernelSpec => ({
    label: `${entryPoint} ${rowsIn}×${columns}`,
    files: [file],
    entryPoint,
    consts: { THREADS: threads, CHUNK: chunk },
    aliases: { Element: element },
    overrides: { ROWS: rowsIn, N: columns },
    access: ['read', 'write'],
  });
  const final = kernel('column_sum_final', chunks > 1 ? chunks : rows, chunks > 1 ? 'f32' : real);
  if (chunks === 1) return launches({ kernel: final, operands: [x, out], workgroups: [across, 1, 1] });
  return {
    calls: [
      {
        kernel: kernel('column_sum_partial', rows, real),
        operands: [x, scratchTensor],
        workgroups: [across, chunks, 1],
      },
      { kernel: final, operands: [scratchTensor, out], workgroups: [across, 1, 1] },
    ],
    scratch: chunks * columns,
  };
}
