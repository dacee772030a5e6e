import { expect, test } from 'vitest';
import type { LossSums } from '../engine';
import { LossScaler } from './loss-scaler';

/** A device whose gradient overflows above `largest`. It records the scales it was given. */
function device(into: Float32Array, largest: number) {
  const scales: number[] = [];
  const compute = (scale: number): Promise<LossSums> => {
    scales.push(scale);
    into.fill(scale > largest ? Infinity : 3 * scale);
    return Promise.resolve({ lossSum: 5 * scale, correct: 2 * scale, count: 4 });
  };
  return { scales, compute };
}

test('a finite gradient is divided by the scale, and so are the loss sums', async () => {
  const into = new Float32Array(2);
  const { scales, compute } = device(into, Infinity);
  expect(await new LossScaler().gradient(into, compute)).toEqual({ lossSum: 5, correct: 2, count: 4 });
  expect([...into]).toEqual([3, 3]);
  expect(scales).toEqual([1024]);
});

test('after an overflow it is computed again at a lower scale, which the next call keeps', async () => {
  const into = new Float32Array(1);
  const { scales, compute } = device(into, 100);
  const scaler = new LossScaler();
  expect(await scaler.gradient(into, compute)).toEqual({ lossSum: 5, correct: 2, count: 4 });
  await scaler.gradient(into, compute);
  expect(scales).toEqual([1024, 128, 16, 16]);
});

test('it gives up after five attempts, and at once when the loss itself is not finite', async () => {
  const into = new Float32Array(1);
  const { scales, compute } = device(into, 0);
  expect(await new LossScaler().gradient(into, compute)).toBeUndefined();
  expect(scales).toHaveLength(5);
  const overflowed = () => Promise.resolve({ lossSum: Infinity, correct: 0, count: 4 });
  expect(await new LossScaler().gradient(into, overflowed)).toBeUndefined();
});
