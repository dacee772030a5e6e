// Modified Gram–Schmidt on the columns of a row-major matrix: f64 + − × ÷ √ in the order written, rounded to f32 at the
// end. It feeds replicated state, so every engine must do just this (E3).

/** A column whose part beyond the earlier ones is this small is rounding error of f32 entries: it becomes zero. */
const leastPart = 2 ** -20;

/** Makes the columns orthonormal in place. Returns the columns that became zero. */
export function orthonormalize(matrix: Float32Array, rows: number, rank: number): number[] {
  const columns = Array.from({ length: rank }, (_, k) => {
    const column = new Float64Array(rows);
    for (let i = 0; i < rows; i++) column[i] = matrix[i * rank + k];
    return column;
  });
  const zeros: number[] = [];
  for (let k = 0; k < rank; k++) {
    const column = columns[k];
    const before = Math.sqrt(dot(column, column));
    for (let j = 0; j < k; j++) {
      const part = dot(columns[j], column);
      for (let i = 0; i < rows; i++) column[i] -= part * columns[j][i];
    }
    const length = Math.sqrt(dot(column, column));
    if (length > leastPart * before) for (let i = 0; i < rows; i++) column[i] /= length;
    else {
      column.fill(0);
      zeros.push(k);
    }
    for (let i = 0; i < rows; i++) matrix[i * rank + k] = column[i];
  }
  return zeros;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
