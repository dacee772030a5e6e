// The bias gradient's kernels: partial sums over chunks of rows, then their sum, in a fixed order.
import file from '../../shaders/column_sum.wgsl?raw';
import type { KernelSpec } from '../gpu/kernel-cache';
import { scratchTensor, type Lowered } from './lowering';
import type { ColumnSumCall } from './op-call';

const threads = 64;
/** Rows added by one thread; more than this many rows are split into partials. */
const chunk = 64;

export function lowerColumnSum({ x, out, rows, columns }: ColumnSumCall): Lowered {
  const chunks = Math.ceil(rows / chunk);
  const across = Math.ceil(columns / threads);
  const kernel = (entryPoint: string, rowsIn: number): KernelSpec => ({
    label: `${entryPoint} ${rowsIn}×${columns}`,
    files: [file],
    entryPoint,
    consts: { THREADS: threads, CHUNK: chunk },
    overrides: { ROWS: rowsIn, N: columns },
    access: ['read', 'write'],
  });
  const final = kernel('column_sum_final', chunks > 1 ? chunks : rows);
  if (chunks === 1)
    return { calls: [{ kernel: final, operands: [x, out], workgroups: [across, 1, 1] }], scratch: 0 };
  return {
    calls: [
      {
        kernel: kernel('column_sum_partial', rows),
        operands: [x, scratchTensor],
        workgroups: [across, chunks, 1],
      },
      { kernel: final, operands: [scratchTensor, out], workgroups: [across, 1, 1] },
    ],
    scratch: chunks * columns,
  };
}
