import { expect, test } from 'vitest';
import { dot, gradientError } from '../conv2d/testing/finite-differences';
import { randomReals } from '../testing/random-reals';
import { groupNormBackward, groupNormForward } from './group-norm.ref';

test.each([
  { batch: 2, pixels: 6, channels: 6, groups: 3 },
  { batch: 3, pixels: 1, channels: 8, groups: 2 },
  { batch: 1, pixels: 5, channels: 3, groups: 3 },
  { batch: 2, pixels: 4, channels: 5, groups: 1 },
])('the gradients agree with finite differences, %o', (norm) => {
  const { batch, pixels, channels, groups } = norm;
  const reals = (length: number, name: string) => Float64Array.from(randomReals(length, name, channels));
  const x = reals(batch * pixels * channels, 'x').map((value) => 2 * value + 3);
  const scale = reals(channels, 'scale');
  const offset = reals(channels, 'offset');
  const dy = reals(x.length, 'dy');
  const statistics = new Float64Array(2 * batch * groups);
  const loss = (xs: Float64Array, scales: Float64Array, offsets: Float64Array): number => {
    const y = new Float64Array(x.length);
    groupNormForward(norm, xs, scales, offsets, y, statistics);
    return dot(y, dy);
  };
  loss(x, scale, offset);
  const dx = new Float64Array(x.length).fill(NaN);
  const scaleGradient = new Float64Array(channels);
  const offsetGradient = new Float64Array(channels);
  groupNormBackward(norm, x, dy, statistics.slice(), scale, dx, scaleGradient, offsetGradient);
  const byX = gradientError(x, dx, (values) => loss(values, scale, offset));
  const byScale = gradientError(scale, scaleGradient, (values) => loss(x, values, offset));
  const byOffset = gradientError(offset, offsetGradient, (values) => loss(x, scale, values));
  console.info(`group-norm: dx ${byX}, scale ${byScale}, offset ${byOffset}`);
  expect(Math.max(byX, byScale, byOffset)).toBeLessThan(1e-7);
});

test('every group of every example has mean 0 and variance 1', () => {
  const norm = { batch: 2, pixels: 50, channels: 4, groups: 2 };
  const x = Float64Array.from(randomReals(400, 'x')).map((value, at) => value * (1 + (at % 4)) + at / 100);
  const y = new Float64Array(400);
  const one = new Float64Array(4).fill(1);
  groupNormForward(norm, x, one, new Float64Array(4), y, new Float64Array(8));
  for (let example = 0; example < 2; example++)
    for (let group = 0; group < 2; group++) {
      const values = [...y].filter(
        (_, at) => Math.floor(at / 200) === example && Math.floor((at % 4) / 2) === group,
      );
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
      expect(mean).toBeCloseTo(0, 10);
      expect(variance).toBeCloseTo(1, 4);
    }
});
