// Max- and average-pooling against their references on seeded ragged windows, with overlapping windows and the whole
// image; in f16 too if the adapter has it.
import { expect, test } from 'vitest';
import { averagePool, averagePoolGradient } from '../average-pool/average-pool';
import { compareOnGpu, type Operand } from '../testing/compare-conv2d-on-gpu';
import { nameOf, randomWindows } from '../testing/conv2d-windows';
import type { Windows } from '../conv2d/window';
import type { Target } from '../lowering';
import { randomReals } from '../testing/random-reals';
import { sharedContext } from '../testing/run-on-gpu';
import { targetForTests } from '../testing/target';
import { tolerance } from '../tolerance';
import { maxPool, maxPoolGradient } from './max-pool';
import { maxPoolForward } from './max-pool.ref';

const context = await sharedContext();

async function check(windows: Windows, target: Target): Promise<void> {
  const { batch, input, kernelHeight, kernelWidth, outHeight, outWidth } = windows;
  const name = `${nameOf(windows)} ${target.real}`;
  const inputs = batch * input.height * input.width * input.channels;
  const outputs = batch * outHeight * outWidth * input.channels;
  const real = (length: number, tensor: string): Operand => ({
    // Multiples of 1/8: exact in f16, with ties.
    values: randomReals(length, name, tensor).map((value) => Math.round(8 * value) / 8),
    isReal: true,
  });
  const x = real(inputs, 'x');
  const argmax = new Uint32Array(outputs);
  maxPoolForward(windows, x.values as Float32Array, new Float32Array(outputs), argmax);
  const operands = {
    x,
    y: real(outputs, 'y'),
    dy: real(outputs, 'dy'),
    dx: real(inputs, 'dx'),
    argmax: { values: argmax, isReal: false },
  };
  const unchosen = { ...operands, argmax: { values: new Uint32Array(outputs).fill(77), isReal: false } };
  const tensors = { x: 'x', y: 'y', dy: 'dy', dx: 'dx', argmax: 'argmax' };
  const differences = {
    max: await compareOnGpu(context, maxPool(windows, tensors), unchosen, target),
    maxBackward: await compareOnGpu(context, maxPoolGradient(windows, tensors), operands, target),
    average: await compareOnGpu(context, averagePool(windows, tensors), operands, target),
    averageBackward: await compareOnGpu(context, averagePoolGradient(windows, tensors), operands, target),
  };
  console.info(`pools ${name}: ${JSON.stringify(differences)}`);
  expect(differences.max).toEqual({ y: 0, argmax: 0 });
  const allowed = tolerance(target.real, kernelHeight * kernelWidth, 2);
  expect(differences.maxBackward.dx).toBeLessThanOrEqual(allowed);
  expect(differences.average.y).toBeLessThanOrEqual(allowed);
  expect(differences.averageBackward.dx).toBeLessThanOrEqual(allowed);
}

const whole: Windows = {
  batch: 3,
  input: { height: 5, width: 4, channels: 12 },
  kernelHeight: 5,
  kernelWidth: 4,
  stride: 1,
  top: 0,
  left: 0,
  outHeight: 1,
  outWidth: 1,
};
const windowsOf = (round: number): Windows =>
  randomWindows('pools.gpu', round, [4, 3, 8, 1, 5, 12][round], ['valid']);

test('f32', async () => {
  const target = { ...targetForTests, maxWorkgroups: 3 };
  for (let round = 0; round < 6; round++) await check(windowsOf(round), target);
  await check(whole, target);
});

test('f16', async () => {
  if (!context.f16) return console.info('pools: this adapter has no shader-f16');
  for (let round = 0; round < 4; round++) await check(windowsOf(round), { ...targetForTests, real: 'f16' });
});
