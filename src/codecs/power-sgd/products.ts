// The products of PowerSGD. Products of two f32 are exact in f64; they are added in f64 in the order written, and each
// result is rounded once to f32. So they are exact arithmetic (E3): the same bits on every engine.
import type { FactoredMatrix } from './plan';

export interface Products {
  multiplyRight: typeof multiplyRight;
  multiplyLeft: typeof multiplyLeft;
  reconstruct: typeof reconstruct;
}

/** P = M · Q: into rows `leftAt` … of `left`. Adds by ascending column. */
function multiplyRight(
  m: FactoredMatrix,
  values: Float32Array,
  right: Float32Array,
  left: Float32Array,
): void {
  const { start, rows, columns, rank, leftAt, rightAt } = m;
  const sums = new Float64Array(rank);
  for (let i = 0; i < rows; i++) {
    sums.fill(0);
    for (let c = 0; c < columns; c++) {
      const value = values[start + i * columns + c];
      const q = rightAt + c * rank;
      for (let k = 0; k < rank; k++) sums[k] += value * right[q + k];
    }
    left.set(sums, leftAt + i * rank);
  }
}

/** Q = Mᵀ · P: into rows `rightAt` … of `right`. Adds by ascending row. */
function multiplyLeft(
  m: FactoredMatrix,
  values: Float32Array,
  left: Float32Array,
  right: Float32Array,
): void {
  const { start, rows, columns, rank, leftAt, rightAt } = m;
  const sums = new Float64Array(columns * rank);
  for (let i = 0; i < rows; i++) {
    const p = leftAt + i * rank;
    for (let c = 0; c < columns; c++) {
      const value = values[start + i * columns + c];
      for (let k = 0; k < rank; k++) sums[c * rank + k] += value * left[p + k];
    }
  }
  right.set(sums, rightAt);
}

/** into = minuend − P · Qᵀ, or P · Qᵀ without a minuend. Adds by ascending rank. */
function reconstruct(
  m: FactoredMatrix,
  left: Float32Array,
  right: Float32Array,
  into: Float32Array,
  minuend?: Float32Array,
): void {
  const { start, rows, columns, rank, leftAt, rightAt } = m;
  for (let i = 0; i < rows; i++) {
    const p = leftAt + i * rank;
    for (let c = 0; c < columns; c++) {
      const q = rightAt + c * rank;
      let sum = 0;
      for (let k = 0; k < rank; k++) sum += left[p + k] * right[q + k];
      const at = start + i * columns + c;
      into[at] = minuend ? minuend[at] - sum : sum;
    }
  }
}

/** The specification of all products, and the fallback where an engine has no SIMD. */
export const plainProducts: Products = { multiplyRight, multiplyLeft, reconstruct };
