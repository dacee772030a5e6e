import { describe, expect, test } from 'vitest';
import { compareOnSimd } from '../../model/testing/run-on-simd';
import { randomReals } from '../testing/random-reals';
import { nameOf, randomWindows } from '../testing/conv2d-windows';
import { tolerance } from '../tolerance';
import { biasGradientCall } from './bias-gradient';
import type { Convolution } from './conv2d.ref';
import { convolution, convolutionInput, convolutionWeight } from './convolution';

const ragged = Array.from({ length: 12 }, (_, round): Convolution => {
  const channels = [1, 3, 4, 16, 5, 8][round % 6];
  return {
    ...randomWindows('simd-convolution', round, channels, ['same', 'valid', 1, 2], 13),
    filters: [8, 1, 7, 16, 12, 3, 9][round % 7],
  };
});

const image = (
  batch: number,
  height: number,
  width: number,
  channels: number,
  filters: number,
): Convolution => ({
  ...{ batch, filters, input: { height, width, channels } },
  ...{ kernelHeight: 3, kernelWidth: 3, stride: 1, top: 1, left: 1, outHeight: height, outWidth: width },
});

/** Pieces of several rows, of several examples, and a copy larger than its cache. */
const pieces = [image(2, 30, 40, 2, 8), image(40, 3, 5, 4, 8), image(1, 5, 9, 2000, 4)];

describe.each([...ragged, ...pieces])('%#', (conv) => {
  const { batch, input, filters, kernelHeight, kernelWidth, outHeight, outWidth } = conv;
  const name = `${nameOf(conv)}, ${filters} filters`;
  const area = kernelHeight * kernelWidth;
  const inputs = batch * input.height * input.width * input.channels;
  const outputs = batch * outHeight * outWidth * filters;
  const reals = (length: number, tensor: string) => ({ values: randomReals(length, name, tensor) });
  const x = reals(inputs, 'x');
  const weight = reals(area * input.channels * filters, 'weight');
  const dy = reals(outputs, 'dy');

  test.each(['none', 'relu', 'tanh'] as const)(`forward, %s: ${name}`, (activation) => {
    const tensors = { x, weight, bias: reals(filters, 'bias'), y: reals(outputs, 'y') };
    const call = convolution(conv, { x: 'x', weight: 'weight', bias: 'bias', y: 'y' }, activation);
    const { y } = compareOnSimd(call, tensors);
    const allowed = tolerance('f32', area * input.channels, 2);
    console.info(`conv2d ${activation} ${name}: ${y} (allowed ${allowed})`);
    expect(y).toBeLessThanOrEqual(allowed);
  });

  test(`gradient of the input: ${name}`, () => {
    const call = convolutionInput(conv, { dy: 'dy', weight: 'weight', dx: 'dx' });
    const { dx } = compareOnSimd(call, { dy, weight, dx: reals(inputs, 'dx') });
    const allowed = tolerance('f32', area * filters, 2);
    console.info(`conv2d dx ${name}: ${dx} (allowed ${allowed})`);
    expect(dx).toBeLessThanOrEqual(allowed);
  });

  test(`gradient of the weights: ${name}`, () => {
    const call = convolutionWeight(conv, { x: 'x', dy: 'dy', weightGradient: 'dw' });
    const { dw } = compareOnSimd(call, { x, dy, dw: reals(weight.values.length, 'dw') });
    const allowed = tolerance('f32', batch * outHeight * outWidth, 2);
    console.info(`conv2d dW ${name}: ${dw} (allowed ${allowed})`);
    expect(dw).toBeLessThanOrEqual(allowed);
  });
});

test.each([
  { activation: 'relu', rows: 200, columns: 16 },
  { activation: 'tanh', rows: 65, columns: 7 },
  { activation: 'relu', rows: 130, columns: 4 },
  { activation: 'tanh', rows: 33, columns: 3 },
  { activation: 'relu', rows: 5000, columns: 5 },
] as const)('the activation’s and the bias’ gradient, %o', ({ activation, rows, columns }) => {
  const reals = (length: number, tensor: string) => ({ values: randomReals(length, tensor, columns) });
  const tensors = {
    y: { values: reals(rows * columns, 'y').values.map(Math.tanh) },
    dy: reals(rows * columns, 'dy'),
    dz: reals(rows * columns, 'dz'),
    db: reals(columns, 'db'),
  };
  const call = biasGradientCall({
    activation,
    y: 'y',
    dy: 'dy',
    dz: 'dz',
    biasGradient: 'db',
    rows,
    columns,
  });
  const { dz, db } = compareOnSimd(call, tensors);
  console.info(`conv2d ${activation} backward ${rows}×${columns}: dz ${dz}, bias ${db}`);
  expect(dz).toBeLessThanOrEqual(tolerance('f32', 1, 4));
  expect(db).toBeLessThanOrEqual(tolerance('f32', rows, 2));
});
