// Small f64 matrices as rows of numbers, in plain loops: what the formula of PowerSGD and its bound are computed with.

export type Rows = readonly (readonly number[])[];

export function cut(values: ArrayLike<number>, start: number, rows: number, columns: number): Rows {
  return Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, c) => values[start + i * columns + c]),
  );
}

export function transposed(a: Rows): Rows {
  return a[0].map((_, c) => a.map((row) => row[c]));
}

export function times(a: Rows, b: Rows): Rows {
  return a.map((row) => b[0].map((_, c) => row.reduce((sum, x, i) => sum + x * b[i][c], 0)));
}

/** a + factor · b. */
export function plus(a: Rows, b: Rows, factor = 1): Rows {
  return a.map((row, i) => row.map((x, c) => x + factor * b[i][c]));
}

export function sumOf(all: readonly Rows[]): Rows {
  return all.reduce((sum, one) => plus(sum, one));
}

/** The Frobenius norm. */
export function norm(a: Rows): number {
  return Math.hypot(...a.flat());
}

/** Descending, as many as the smaller side: one-sided Jacobi (Hestenes 1958). */
export function singularValues(a: Rows): number[] {
  const columns = (a.length < a[0].length ? a : transposed(a)).map((column) => [...column]);
  for (let sweep = 0; sweep < 40; sweep++) {
    let isDone = true;
    for (let p = 0; p < columns.length; p++)
      for (let q = p + 1; q < columns.length; q++) {
        const [one, other] = [columns[p], columns[q]];
        const cross = dot(one, other);
        const [first, second] = [dot(one, one), dot(other, other)];
        if (Math.abs(cross) <= 1e-15 * Math.sqrt(first * second)) continue;
        isDone = false;
        const zeta = (second - first) / (2 * cross);
        const tangent = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.hypot(1, zeta));
        const cosine = 1 / Math.hypot(1, tangent);
        for (let i = 0; i < one.length; i++) {
          const [x, y] = [one[i], other[i]];
          one[i] = cosine * (x - tangent * y);
          other[i] = cosine * (y + tangent * x);
        }
      }
    if (isDone) break;
  }
  return columns.map((column) => Math.hypot(...column)).sort((x, y) => y - x);
}

/** Classical Gram–Schmidt on the columns, twice. */
export function orthonormal(a: Rows): Rows {
  const columns = transposed(a).map((column) => [...column]);
  for (const [k, column] of columns.entries()) {
    for (let round = 0; round < 2; round++)
      for (const other of columns.slice(0, k)) {
        const part = dot(other, column);
        for (const i of column.keys()) column[i] -= part * other[i];
      }
    const length = Math.hypot(...column);
    for (const i of column.keys()) column[i] /= length;
  }
  return transposed(columns);
}

/** X with R · X = b, R upper triangular. */
export function solveUpper(upper: Rows, b: Rows): Rows {
  const x = b.map((row) => [...row]);
  for (let i = x.length - 1; i >= 0; i--)
    for (const c of x[i].keys()) {
      for (let k = i + 1; k < x.length; k++) x[i][c] -= upper[i][k] * x[k][c];
      x[i][c] /= upper[i][i];
    }
  return x;
}

/** The sine of the largest angle between the spans of the columns of `one` and of orthonormal columns. */
export function turnOf(one: Rows, other: Rows): number {
  const outside = plus(one, times(other, times(transposed(other), one)), -1);
  return singularValues(outside)[0] / singularValues(one).at(-1)!;
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, x, i) => sum + x * b[i], 0);
}
