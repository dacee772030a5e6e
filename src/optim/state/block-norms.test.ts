import { describe, expect, test } from 'vitest';
import { permutation, prng } from '../../base/prng';
import { blockCount, blockElements } from './blocks';
import { blockNorms, squaredNorm, squaredNormOf } from './block-norms';
import { allFinite } from './finite';

describe('E10 norms over fixed blocks', () => {
  test('do not depend on the order in which blocks become ready', () => {
    const length = 5 * blockElements + 77;
    const random = prng('norms');
    const values = Float32Array.from({ length }, () => random.normal() * 2 ** random.below(40));
    const whole = squaredNormOf(values);
    for (let seed = 0; seed < 4; seed++) {
      const sums = new Float64Array(blockCount(length));
      for (const block of permutation(sums.length, prng('order', seed)))
        blockNorms(values, sums, block, block + 1);
      expect(squaredNorm(sums), `seed ${seed}`).toBe(whole);
    }
    let plain = 0;
    for (const value of values) plain += value * value;
    expect(Math.abs(whole - plain)).toBeLessThanOrEqual(length * 2 ** -52 * plain);
  });

  test('hold values whose square overflows f32', () => {
    expect(squaredNormOf(Float32Array.from([1e30, 0]))).toBe(Math.fround(1e30) ** 2);
    expect(squaredNormOf(new Float32Array(0))).toBe(0);
  });

  test('finite: finds any ∞ or NaN anywhere, and accepts the largest and smallest numbers', () => {
    const values = new Float32Array(1000).fill(3.4028234663852886e38);
    values[3] = -1e-45;
    expect(allFinite(values)).toBe(true);
    for (const bad of [Infinity, -Infinity, NaN])
      for (const at of [0, 500, 999]) {
        const copy = values.slice();
        copy[at] = bad;
        expect(allFinite(copy)).toBe(false);
        expect(allFinite(copy, at + 1)).toBe(true);
      }
  });
});
