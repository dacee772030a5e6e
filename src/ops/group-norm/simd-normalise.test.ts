import { expect, test } from 'vitest';
import { compareOnSimd } from '../../model/testing/run-on-simd';
import { randomReals } from '../testing/random-reals';
import { tolerance } from '../tolerance';
import { groupNormForward } from './group-norm.ref';
import { groupNorm, groupNormGradient } from './normalise';

test.each([
  { batch: 5, pixels: 6, channels: 6, groups: 3 },
  { batch: 3, pixels: 1, channels: 8, groups: 2 },
  { batch: 1, pixels: 5, channels: 3, groups: 3 },
  { batch: 2, pixels: 300, channels: 5, groups: 1 },
  { batch: 4, pixels: 65, channels: 16, groups: 4 },
  { batch: 3, pixels: 200, channels: 64, groups: 8 },
  { batch: 2, pixels: 9, channels: 1, groups: 1 },
])('agrees with its reference, %o', (norm) => {
  const { batch, pixels, channels, groups } = norm;
  const length = batch * pixels * channels;
  const reals = (count: number, name: string) => ({ values: randomReals(count, name, channels) });
  const x = { values: reals(length, 'x').values.map((value) => 2 * value + 3) };
  const scale = reals(channels, 'scale');
  const offset = reals(channels, 'offset');
  const statistics = { values: new Float32Array(2 * batch * groups) };
  groupNormForward(norm, x.values, scale.values, offset.values, new Float32Array(length), statistics.values);
  const tensors = { x, scale, offset, statistics, y: reals(length, 'y') };
  const forward = compareOnSimd(
    groupNorm(norm, { x: 'x', scale: 'scale', offset: 'offset', y: 'y', statistics: 'statistics' }),
    tensors,
  );
  const names = { x: 'x', dy: 'dy', statistics: 'statistics', scale: 'scale' };
  const gradients = { scaleGradient: 'scale.grad', offsetGradient: 'offset.grad' };
  const operands = {
    ...{ x, scale, statistics, dy: reals(length, 'dy'), dx: reals(length, 'dx') },
    ...{ 'scale.grad': reals(channels, 'sg'), 'offset.grad': reals(channels, 'og') },
  };
  const backward = compareOnSimd(groupNormGradient(norm, { ...names, ...gradients, dx: 'dx' }), operands);
  const withoutInput = groupNormGradient(norm, { ...names, ...gradients, dx: undefined });
  const parameters = compareOnSimd(withoutInput, operands);
  console.info(`group-norm ${JSON.stringify({ ...norm, forward, backward, parameters })}`);
  // An input of few values may have a small variance, which enlarges every rounding.
  const largest = statistics.values.reduce((most, value, at) => (at % 2 ? Math.max(most, value) : most), 1);
  expect(forward.y).toBeLessThanOrEqual(tolerance('f32', 8, 4 * largest));
  expect(forward.statistics).toBeLessThanOrEqual(tolerance('f32', 8, 4 * largest));
  expect(backward.dx).toBeLessThanOrEqual(tolerance('f32', 8, 4 * largest));
  for (const name of ['scale.grad', 'offset.grad']) {
    expect(backward[name]).toBeLessThanOrEqual(tolerance('f32', batch * pixels, 2 * largest));
    expect(parameters[name]).toBe(backward[name]);
  }
});
