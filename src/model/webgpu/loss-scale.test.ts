import { expect, test } from 'vitest';
import { afterGood, afterOverflow, attemptsPerCall, initialLossScale, type LossScale } from './loss-scale';

const isPowerOfTwo = ({ scale }: LossScale): boolean => Number.isInteger(Math.log2(scale));

test('E17: 200 good calls double the scale; an overflow lowers it and restarts the count', () => {
  let state = initialLossScale;
  for (let call = 0; call < 199; call++) state = afterGood(state);
  expect(state).toEqual({ scale: 1024, goodInARow: 199 });
  expect(afterOverflow(state)).toEqual({ scale: 128, goodInARow: 0 });
  expect(afterGood(state)).toEqual({ scale: 2048, goodInARow: 0 });
});

test('the scale stays a power of two within its bounds', () => {
  let state = initialLossScale;
  for (let call = 0; call < 5000; call++) state = afterGood(state);
  expect(state.scale).toBe(2 ** 15);
  for (let attempt = 1; attempt < attemptsPerCall; attempt++) {
    state = afterOverflow(state);
    expect(isPowerOfTwo(state)).toBe(true);
  }
  expect(state.scale).toBe(2 ** 3);
  for (let call = 0; call < 10; call++) state = afterOverflow(state);
  expect(state.scale).toBe(2 ** -10);
});
