// The largest error of a gradient against central differences, in f64. Shared by the tests of the references.

/** `lossAt(values)` must not keep `values`. */
export function gradientError(
  values: Float64Array,
  gradient: Float64Array,
  lossAt: (values: Float64Array) => number,
): number {
  const step = 1e-6;
  const moved = values.slice();
  let largest = 0;
  for (let i = 0; i < values.length; i++) {
    moved[i] = values[i] + step;
    const high = lossAt(moved);
    moved[i] = values[i] - step;
    const slope = (high - lossAt(moved)) / (2 * step);
    moved[i] = values[i];
    largest = Math.max(largest, Math.abs(slope - gradient[i]));
  }
  return largest;
}

/** Σ a·b: a loss whose gradient to `a` is `b`. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
