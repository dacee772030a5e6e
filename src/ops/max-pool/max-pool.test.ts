import { expect, test } from 'vitest';
import { dot, gradientError } from '../conv2d/testing/finite-differences';
import { nameOf, randomWindows } from '../testing/conv2d-windows';
import { randomReals } from '../testing/random-reals';
import { maxPoolBackward, maxPoolForward } from './max-pool.ref';

test.each([0, 1, 2, 3, 4, 5])('the gradient agrees with finite differences, round %i', (round) => {
  const windows = randomWindows('max-pool', round, 1 + (round % 3), ['valid'], 7);
  const { batch, input, outHeight, outWidth } = windows;
  const x = Float64Array.from(randomReals(batch * input.height * input.width * input.channels, 'x', round));
  const dy = Float64Array.from(randomReals(batch * outHeight * outWidth * input.channels, 'dy', round));
  const y = new Float64Array(dy.length);
  const argmax = new Uint32Array(dy.length);
  maxPoolForward(windows, x, y, argmax);
  const dx = new Float64Array(x.length).fill(NaN);
  maxPoolBackward(windows, argmax, dy, dx);
  const error = gradientError(x, dx, (values) => {
    maxPoolForward(windows, values, y, new Uint32Array(y.length));
    return dot(y, dy);
  });
  console.info(`max-pool ${nameOf(windows)}: ${error}`);
  expect(error).toBeLessThan(1e-8);
});

test('ties go to the first, row by row', () => {
  const windows = { ...randomWindows('ties', 0, 1, ['valid']), batch: 1, kernelHeight: 2, kernelWidth: 2 };
  const single = { ...windows, input: { height: 2, width: 2, channels: 1 }, outHeight: 1, outWidth: 1 };
  const argmax = new Uint32Array(1);
  maxPoolForward(single, Float64Array.of(1, 5, 5, 5), new Float64Array(1), argmax);
  expect(argmax[0]).toBe(1);
});
