import { describe, expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { blockCount, blockElements, blockRange } from './blocks';
import { squaredNormOf } from './block-norms';
import { finiteWords } from './finite';
import { wordsOf } from './train-state';

describe('E10 norms over fixed blocks', () => {
  test('are the sums of the blocks, added in order', () => {
    const length = 5 * blockElements + 77;
    const random = prng('norms');
    const values = Float32Array.from({ length }, () => random.normal() * 2 ** random.below(40));
    const whole = squaredNormOf(values);
    let ofBlocks = 0;
    for (let block = 0; block < blockCount(length); block++) {
      const { start, end } = blockRange(block, length);
      ofBlocks += squaredNormOf(values, start, end);
    }
    expect(ofBlocks).toBe(whole);
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
    const isFinite = (of: Float32Array, start = 0): boolean => finiteWords(wordsOf(of), start, of.length);
    expect(isFinite(values)).toBe(true);
    for (const bad of [Infinity, -Infinity, NaN])
      for (const at of [0, 500, 999]) {
        const copy = values.slice();
        copy[at] = bad;
        expect(isFinite(copy)).toBe(false);
        expect(isFinite(copy, at + 1)).toBe(true);
      }
  });
});
