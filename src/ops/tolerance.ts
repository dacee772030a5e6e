// The largest allowed difference of a kernel from its f64 reference, as a function of dtype and reduction length.

const epsilon = { f32: 2 ** -24, f16: 2 ** -11 } as const;

/**
 * Absolute tolerance of a sum of `length` terms of about `magnitude` each. The worst case is length·ε per term, but
 * random rounding stays near √length. So 4·(length + 8)·ε leaves room for any order of summation. It also covers the
 * few ulp that WGSL allows exp, tanh and division. With f16 the terms and the result are rounded to f16, but the sum
 * runs in f32. The rounding of the terms is random, so it grows as √length.
 */
export function tolerance(dtype: keyof typeof epsilon, length: number, magnitude = 1): number {
  if (dtype === 'f16')
    return 4 * Math.sqrt(length) * epsilon.f16 * magnitude + tolerance('f32', length, magnitude);
  return 4 * (length + 8) * epsilon[dtype] * magnitude;
}

/** The largest |a − b|; Infinity when only one of the two is NaN. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Infinity;
  let largest = 0;
  for (let i = 0; i < a.length; i++) {
    if (Number.isNaN(a[i]) && Number.isNaN(b[i])) continue;
    const difference = a[i] === b[i] ? 0 : Math.abs(a[i] - b[i]);
    largest = Number.isNaN(difference) ? Infinity : Math.max(largest, difference);
  }
  return largest;
}
