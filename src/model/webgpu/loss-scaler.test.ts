import { expect, test } from 'vitest';
import type { LossSums } from '../engine';
import {
  LossScaler,
  afterGood,
  afterOverflow,
  attemptsPerCall,
  initialLossScale,
  type LossScale,
} from './loss-scaler';

/** A device whose gradient overflows above `largest`. It records the scales it was given. */
function device(into: Float32Array, largest: number) {
  const scales: number[] = [];
  const compute = (scale: number): Promise<LossSums> => {
    scales.push(scale);
    into.fill(scale > largest ? Infinity : 3 * scale);
    return Promise.resolve({ lossSum: 5 * scale, score: 2 * scale, count: 4 });
  };
  return { scales, compute };
}

test('a finite gradient is divided by the scale, and so are the loss sums', async () => {
  const into = new Float32Array(2);
  const { scales, compute } = device(into, Infinity);
  expect(await new LossScaler().gradient(into, compute)).toEqual({ lossSum: 5, score: 2, count: 4 });
  expect([...into]).toEqual([3, 3]);
  expect(scales).toEqual([1024]);
});

test('after an overflow it is computed again at a lower scale, which the next call keeps', async () => {
  const into = new Float32Array(1);
  const { scales, compute } = device(into, 100);
  const scaler = new LossScaler();
  expect(await scaler.gradient(into, compute)).toEqual({ lossSum: 5, score: 2, count: 4 });
  await scaler.gradient(into, compute);
  expect(scales).toEqual([1024, 128, 16, 16]);
});

test('it gives up after five attempts, and at once when the loss itself is not finite', async () => {
  const into = new Float32Array(1);
  const { scales, compute } = device(into, 0);
  expect(await new LossScaler().gradient(into, compute)).toBeUndefined();
  expect(scales).toHaveLength(5);
  const overflowed = () => Promise.resolve({ lossSum: Infinity, score: 0, count: 4 });
  expect(await new LossScaler().gradient(into, overflowed)).toBeUndefined();
});

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
