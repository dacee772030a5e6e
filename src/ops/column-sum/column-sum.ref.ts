// The specification of the bias gradient.
import type { Reals } from '../reals';

/** out (columns) += column sums of x (rows, columns). */
export function columnSumReference(x: Reals, out: Reals, rows: number, columns: number): void {
  const sums = new Float64Array(columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) sums[j] += x[i * columns + j];
  for (let j = 0; j < columns; j++) out[j] += sums[j];
}
