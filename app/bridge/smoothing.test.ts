import { expect, test } from 'vitest';
import { prng } from '../../src/base/prng';
import { debiasedEma } from './smoothing';

/** The definition: a weighted mean whose weights α^(t−i) add up to one. */
function oracle(values: readonly number[], alpha: number): number {
  let sum = 0;
  let weights = 0;
  for (let i = 0; i < values.length; i++) {
    const weight = alpha ** (values.length - 1 - i);
    sum += weight * values[i];
    weights += weight;
  }
  return sum / weights;
}

test.each([0, 0.5, 0.9, 0.99, 0.999])('equals the weighted mean at every step (α %f)', (alpha) => {
  const random = prng('ema', 1);
  const values = Float64Array.from({ length: 400 }, () => random.normal() + 2);
  const smooth = debiasedEma(values, alpha);
  let largest = 0;
  for (let t = 1; t <= values.length; t++)
    largest = Math.max(largest, Math.abs(smooth[t - 1] - oracle([...values.subarray(0, t)], alpha)));
  // Two recurrences of t roundings each, and 1 − α of the accuracy lost in their quotient.
  expect(largest, `largest difference ${largest}`).toBeLessThan(
    (400 * 2 ** -52 * 4) / Math.max(1 - alpha, 1e-3),
  );
});

test('begins at the first value, not at zero, and a constant stays itself', () => {
  const smooth = debiasedEma(Float64Array.from([5, 5, 5, 5]), 0.999);
  for (const value of smooth) expect(value).toBeCloseTo(5, 10);
});

test('passes over what is not finite', () => {
  const smooth = debiasedEma(Float64Array.from([NaN, 2, Infinity, 4]), 0.5);
  expect(smooth[0]).toBeNaN();
  expect(smooth[2]).toBe(smooth[1]);
  expect(smooth[3]).toBeCloseTo((0.5 * 2 + 4) / 1.5, 12);
});
