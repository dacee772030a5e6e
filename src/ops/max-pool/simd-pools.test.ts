import { expect, test } from 'vitest';
import { compareOnSimd, runOnSimd } from '../../model/testing/run-on-simd';
import { averagePool, averagePoolGradient } from '../average-pool/average-pool';
import type { Windows } from '../conv2d/window';
import { randomReals } from '../testing/random-reals';
import { nameOf, randomWindows } from '../testing/conv2d-windows';
import { tolerance } from '../tolerance';
import { maxPool, maxPoolGradient } from './max-pool';
import { maxPoolForward } from './max-pool.ref';

const names = { x: 'x', y: 'y', dy: 'dy', dx: 'dx', argmax: 'argmax' };

const ragged = Array.from({ length: 12 }, (_, round) =>
  randomWindows('simd-pools', round, [4, 3, 8, 1, 5, 12, 7][round % 7], ['valid'], 13),
);

const wholeImage: Windows = {
  ...{ batch: 3, input: { height: 9, width: 4, channels: 6 }, kernelHeight: 9, kernelWidth: 4 },
  ...{ stride: 1, top: 0, left: 0, outHeight: 1, outWidth: 1 },
};

test.each([...ragged, wholeImage].map((windows) => [nameOf(windows), windows] as const))(
  '%s',
  (name, windows) => {
    const { batch, input, kernelHeight, kernelWidth, outHeight, outWidth } = windows;
    const inputs = batch * input.height * input.width * input.channels;
    const outputs = batch * outHeight * outWidth * input.channels;
    // Multiples of 1/8 have ties.
    const reals = (length: number, tensor: string) => ({
      values: randomReals(length, name, tensor).map((value) => Math.round(8 * value) / 8),
    });
    const x = reals(inputs, 'x');
    const argmax = new Uint32Array(outputs);
    maxPoolForward(windows, x.values, new Float32Array(outputs), argmax);
    const results = { y: reals(outputs, 'y'), dx: reals(inputs, 'dx') };
    const unchosen = { x, ...results, argmax: { values: new Uint32Array(outputs) } };
    const gradients = { dy: reals(outputs, 'dy'), ...results, argmax: { values: argmax } };
    const differences = {
      max: compareOnSimd(maxPool(windows, names), unchosen),
      maxBackward: compareOnSimd(maxPoolGradient(windows, names), gradients),
      average: compareOnSimd(averagePool(windows, names), unchosen),
      averageBackward: compareOnSimd(averagePoolGradient(windows, names), gradients),
    };
    console.info(`pools ${name}: ${JSON.stringify(differences)}`);
    expect(differences.max).toEqual({ y: 0, argmax: 0 });
    const allowed = tolerance('f32', kernelHeight * kernelWidth, 2);
    expect(differences.maxBackward.dx).toBeLessThanOrEqual(allowed);
    expect(differences.average.y).toBeLessThanOrEqual(allowed);
    expect(differences.averageBackward.dx).toBeLessThanOrEqual(allowed);
  },
);

test.each([4, 1])('NaN and −∞ go where the reference puts them, %i channels', (channels) => {
  const windows: Windows = {
    ...{ batch: 1, input: { height: 2, width: 6, channels }, kernelHeight: 2, kernelWidth: 2 },
    ...{ stride: 2, top: 0, left: 0, outHeight: 1, outWidth: 3 },
  };
  const [none, high] = [-Infinity, Infinity];
  const pixels = [1, NaN, none, none, 2, high, NaN, 5, none, none, high, 3];
  const values = Float32Array.from({ length: 12 * channels }, (_, at) => pixels[Math.floor(at / channels)]);
  const y = new Float32Array(3 * channels);
  const argmax = new Uint32Array(3 * channels);
  maxPoolForward(windows, values, y, argmax);
  const tensors = { x: { values }, y: { values: y }, argmax: { values: argmax } };
  expect(runOnSimd(maxPool(windows, names), tensors)).toEqual({ y, argmax });
});
