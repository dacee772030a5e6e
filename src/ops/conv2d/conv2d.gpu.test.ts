// Convolution's three kernels against the reference on seeded ragged windows. Channels do and do not fill whole
// vectors. They run with and without subgroups, in f32 and, if the adapter has it, in f16.
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import type { Target } from '../lowering';
import type { OpCall } from '../op-call';
import { randomReals } from '../testing/random-reals';
import { sharedContext } from '../testing/run-on-gpu';
import { targetForTests } from '../testing/target';
import { tolerance } from '../tolerance';
import { compareOnGpu, type Operand } from '../testing/compare-conv2d-on-gpu';
import type { Convolution } from './conv2d.ref';
import { biasGradientCall } from './bias-gradient';
import { convolution, convolutionInput, convolutionWeight, type FusedActivation } from './convolution';
import { nameOf, randomWindows } from '../testing/conv2d-windows';

const context = await sharedContext();
const activations = ['relu', 'none', 'tanh'] satisfies FusedActivation[];

async function check(conv: Convolution, round: number, target: Target): Promise<void> {
  const { batch, input, filters, kernelHeight, kernelWidth, outHeight, outWidth } = conv;
  const family = target.hasQuads ? 'quads' : 'alone';
  const name = `conv2d ${nameOf(conv)}×${filters} ${target.real} ${family}`;
  const fanIn = kernelHeight * kernelWidth * input.channels;
  const real = (length: number, tensor: string): Operand => ({
    values: randomReals(length, name, tensor),
    isReal: true,
  });
  const operands = {
    x: real(batch * input.height * input.width * input.channels, 'x'),
    weight: real(fanIn * filters, 'weight'),
    bias: real(filters, 'bias'),
    y: real(batch * outHeight * outWidth * filters, 'y'),
    dy: real(batch * outHeight * outWidth * filters, 'dy'),
    dx: real(batch * input.height * input.width * input.channels, 'dx'),
    weightGradient: { ...real(fanIn * filters, 'weightGradient'), isReal: false },
    biasGradient: { ...real(filters, 'biasGradient'), isReal: false },
    dz: real(batch * outHeight * outWidth * filters, 'dz'),
  };
  const tensors = { x: 'x', weight: 'weight', bias: 'bias', y: 'y', dy: 'dy', dx: 'dx' };
  const calls: [OpCall, reduction: number][] = [
    [convolution(conv, tensors, activations[round % activations.length]), fanIn],
    [convolutionInput(conv, tensors), kernelHeight * kernelWidth * filters],
    [
      biasGradientCall({
        activation: round % 2 ? 'relu' : 'tanh',
        ...{ y: 'y', dy: 'dy', dz: 'dz', biasGradient: 'biasGradient' },
        rows: batch * outHeight * outWidth,
        columns: filters,
      }),
      batch * outHeight * outWidth,
    ],
    [convolutionWeight(conv, { ...tensors, weightGradient: 'weightGradient' }), batch * outHeight * outWidth],
  ];
  const figures: string[] = [];
  for (const [call, length] of calls)
    for (const [tensor, difference] of Object.entries(await compareOnGpu(context, call, operands, target))) {
      const allowed = tolerance(target.real, length, 2);
      figures.push(`${tensor} ${difference} (allowed ${allowed})`);
      expect(difference, `${name} ${tensor}`).toBeLessThanOrEqual(allowed);
    }
  console.info(`${name}: ${figures.join(', ')}`);
}

/** Cases in turn: channels and filters in whole vectors of four, only filters, neither. */
function caseOf(round: number): Convolution {
  const random = prng('conv2d.gpu', round);
  const of = (isWhole: boolean, whole: number, any: number): number =>
    isWhole ? 4 * (1 + random.below(whole)) : 1 + random.below(any);
  const channels = of(round % 3 === 0, 5, 9);
  const windows = randomWindows('conv2d.gpu', round, channels, ['same', 1, 'valid', 2]);
  return { ...windows, filters: of(round % 3 < 2, 8, 19) };
}

test.each([false, true])('f32, quads %s', async (hasQuads) => {
  if (hasQuads && !context.subgroups) return console.info('conv2d: this adapter has no subgroups');
  const target = { ...targetForTests, hasQuads, maxWorkgroups: 50 };
  for (let round = 0; round < 9; round++) await check(caseOf(round), round, target);
});

test('f16', async () => {
  if (!context.f16) return console.info('conv2d: this adapter has no shader-f16');
  for (let round = 0; round < 6; round++)
    await check(caseOf(round), round, { ...targetForTests, real: 'f16' });
});
