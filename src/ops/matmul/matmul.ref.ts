// The specification of matmul. nn and tn add row by row of B (contiguous), nt takes dot products.
import type { Reals } from '../reals';

/** Which operand is read transposed. nn: A (M, K), B (K, N). nt: B (N, K). tn: A (K, M). */
export type MatmulLayout = 'nn' | 'nt' | 'tn';

/** out (M, N) = or += op(a)·op(b) + bias. See MatmulLayout for the shapes. */
export function matmulReference(
  layout: MatmulLayout,
  a: Reals,
  b: Reals,
  out: Reals,
  m: number,
  n: number,
  k: number,
  accumulate: boolean,
  bias?: Reals, // (N)
): void {
  const row = new Float64Array(n);
  const [aRow, aK] = layout === 'tn' ? [1, m] : [k, 1];
  for (let i = 0; i < m; i++) {
    if (bias) row.set(bias);
    else row.fill(0);
    if (layout === 'nt')
      for (let j = 0; j < n; j++) {
        let sum = 0;
        for (let l = 0; l < k; l++) sum += a[i * k + l] * b[j * k + l];
        row[j] += sum;
      }
    else
      for (let l = 0; l < k; l++) {
        const factor = a[i * aRow + l * aK];
        for (let j = 0, at = l * n; j < n; j++, at++) row[j] += factor * b[at];
      }
    if (accumulate) for (let j = 0; j < n; j++) out[i * n + j] += row[j];
    else out.set(row, i * n);
  }
}
