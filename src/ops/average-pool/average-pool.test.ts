import { expect, test } from 'vitest';
import { dot, gradientError } from '../conv2d/testing/finite-differences';
import { nameOf, randomWindows } from '../testing/conv2d-windows';
import { randomReals } from '../testing/random-reals';
import { averagePoolBackward, averagePoolForward } from './average-pool.ref';

test.each([0, 1, 2, 3, 4, 5])('the gradient agrees with finite differences, round %i', (round) => {
  const windows = randomWindows('average-pool', round, 1 + (round % 3), ['valid'], 7);
  const { batch, input, outHeight, outWidth } = windows;
  const x = Float64Array.from(randomReals(batch * input.height * input.width * input.channels, 'x', round));
  const dy = Float64Array.from(randomReals(batch * outHeight * outWidth * input.channels, 'dy', round));
  const dx = new Float64Array(x.length).fill(NaN);
  averagePoolBackward(windows, dy, dx);
  const y = new Float64Array(dy.length);
  const error = gradientError(x, dx, (values) => {
    averagePoolForward(windows, values, y);
    return dot(y, dy);
  });
  console.info(`average-pool ${nameOf(windows)}: ${error}`);
  expect(error).toBeLessThan(1e-8);
});
