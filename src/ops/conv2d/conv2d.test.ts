import { expect, test } from 'vitest';
import { randomReals } from '../testing/random-reals';
import { convolutionForward, convolutionInputGradient, convolutionWeightGradient } from './conv2d.ref';
import { dot, gradientError } from './testing/finite-differences';
import { nameOf, randomWindows } from '../testing/conv2d-windows';

test.each([0, 1, 2, 3, 4, 5, 6])('the gradients agree with finite differences, round %i', (round) => {
  const channels = 1 + (round % 3);
  const conv = {
    ...randomWindows('conv2d', round, channels, ['same', 'valid', 1, 2], 6),
    filters: 1 + (round % 4),
  };
  const { batch, input, filters, kernelHeight, kernelWidth, outHeight, outWidth } = conv;
  const reals = (length: number, name: string) => Float64Array.from(randomReals(length, name, round));
  const x = reals(batch * input.height * input.width * channels, 'x');
  const weight = reals(kernelHeight * kernelWidth * channels * filters, 'weight');
  const bias = reals(filters, 'bias');
  const dy = reals(batch * outHeight * outWidth * filters, 'dy');
  const loss = (xs: Float64Array, weights: Float64Array): number => {
    const y = new Float64Array(dy.length);
    convolutionForward(conv, xs, weights, bias, y);
    return dot(y, dy);
  };
  const dx = new Float64Array(x.length).fill(NaN);
  convolutionInputGradient(conv, dy, weight, dx);
  const weightGradient = new Float64Array(weight.length).fill(1);
  convolutionWeightGradient(conv, x, dy, weightGradient);
  const byX = gradientError(x, dx, (values) => loss(values, weight));
  const byWeight = gradientError(
    weight,
    weightGradient.map((value) => value - 1),
    (values) => loss(x, values),
  );
  console.info(`conv2d ${nameOf(conv)}: dx ${byX}, dW ${byWeight}`);
  expect(byX).toBeLessThan(1e-7);
  expect(byWeight).toBeLessThan(1e-7);
});

test('a 3×3 window of ones over a 3×3 image of ones counts each pixel’s neighbours', () => {
  const conv = { ...randomWindows('counted', 0, 1, ['same']), filters: 1 };
  const counted = {
    ...conv,
    batch: 1,
    input: { height: 3, width: 3, channels: 1 },
    kernelHeight: 3,
    kernelWidth: 3,
    stride: 1,
    top: 1,
    left: 1,
    outHeight: 3,
    outWidth: 3,
  };
  const y = new Float64Array(9);
  const ones = new Float64Array(9).fill(1);
  convolutionForward(counted, ones, ones, Float64Array.of(10), y);
  expect([...y]).toEqual([14, 16, 14, 16, 19, 16, 14, 16, 14]);
});
