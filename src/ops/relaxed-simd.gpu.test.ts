// The relaxed kernels run in this Chromium. So the ops' SIMD tests, which run here too (vitest.config.ts), compare them
// with the references, within the tolerances of the other path.
import { expect, test } from 'vitest';
import { compareOnSimd, pathsHere, runOnSimd } from '../model/testing/run-on-simd';
import { matmul } from './matmul/matmul';

/** x = (1 + 2⁻¹³) · (1 − 2⁻¹³) is 1 − 2⁻²⁶, which rounds to 1. So −x + x is −1 + 1 = 0 where products are rounded before
 *  they are added, and −1 + x = −2⁻²⁶ where a multiply–add rounds once. Here that is the path farther from 0. */
const small = 2 ** -13;
const call = matmul({ layout: 'nn', a: 'a', b: 'b', out: 'out', m: 1, n: 1, k: 2, accumulate: false });
const tensors = {
  a: { values: Float32Array.of(-1 - small, 1 + small) },
  b: { values: Float32Array.of(1 - small, 1 - small) },
  out: { values: new Float32Array(1) },
};

test('both paths are known here', () => {
  expect(pathsHere()).toEqual(['simd', 'relaxed']);
});

test('a relaxed multiply–add rounds once, as the instructions of this processor do', () => {
  const results = pathsHere().map((path) => runOnSimd(call, tensors, 1, path).out[0]);
  expect(results).toEqual([0, -(small ** 2)]);
});

test('the comparison with the reference, which is 0, meets the relaxed path', () => {
  expect(compareOnSimd(call, tensors)).toEqual({ out: small ** 2 });
});
