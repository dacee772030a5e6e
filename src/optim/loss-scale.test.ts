import { expect, test } from 'vitest';
import { prng } from '../base/prng';
import { canLower, firstLossScale, nextLossScale } from './loss-scale';

test('an overflow halves at once, down to 1', () => {
  let so = firstLossScale;
  const scales: number[] = [];
  for (let i = 0; i < 14; i++) scales.push((so = nextLossScale(so, true)).scale);
  expect(scales).toEqual([2048, 1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1, 1, 1]);
  expect(canLower(so)).toBe(false);
  expect(canLower(firstLossScale)).toBe(true);
});

test('2,000 good gradients in a row double it, up to 2²⁴; an overflow starts the count again', () => {
  let so = firstLossScale;
  for (let i = 0; i < 1999; i++) so = nextLossScale(so, false);
  expect(so.scale).toBe(4096);
  expect(nextLossScale(so, false)).toEqual({ scale: 8192, goodSteps: 0 });
  so = nextLossScale(so, true);
  for (let i = 0; i < 1999; i++) so = nextLossScale(so, false);
  expect(so.scale).toBe(2048);
  for (let i = 0; i < 2000 * 20; i++) so = nextLossScale(so, false);
  expect(so.scale).toBe(2 ** 24);
});

test('always a power of two in range', () => {
  const random = prng('loss scale');
  let so = firstLossScale;
  for (let i = 0; i < 20_000; i++) {
    so = nextLossScale(so, random.below(1500) === 0);
    expect(so.scale >= 1 && so.scale <= 2 ** 24 && Number.isInteger(Math.log2(so.scale))).toBe(true);
  }
});
