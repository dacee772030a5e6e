import { describe, expect, test } from 'vitest';
import { activationBackwardCall, activationForwardCall } from './activation';
import { activationBackward, activationForward, type PointwiseActivation } from './activation.ref';
import { randomReals } from '../testing/random-reals';
import { runLowered, sharedContext } from '../testing/run-on-gpu';
import { targetForTests } from '../testing/target';
import { largestDifference, tolerance } from '../tolerance';

const context = await sharedContext();
/** Few enough that even short vectors need two dimensions of workgroups. */
const target = { ...targetForTests, maxWorkgroups: 3 };
const extremes = [0, -0, 1e-30, -1e-30, 5, -5, 88.8, -88.8, 1000, -1000, 1e30, -1e30];

describe.each(['relu', 'tanh', 'gelu'] satisfies PointwiseActivation[])('%s', (activation) => {
  test.each([1, 63, 777])('forward and backward of %i elements', async (random) => {
    const x = Float32Array.from([...extremes, ...randomReals(random, 'activation', activation, random)]);
    const { length } = x;
    const y = new Float64Array(length);
    activationForward(activation, Float64Array.from(x), y, length);
    const forward = await runLowered(
      context,
      activationForwardCall({ activation, x: 'x', y: 'y', length }).lower(target),
      { x, y: new Float32Array(length) },
      ['y'],
    );
    const saved = activation === 'gelu' ? x : Float32Array.from(y);
    const dy = randomReals(length, 'gradient', activation, random);
    const dx = Float64Array.from(dy);
    activationBackward(activation, Float64Array.from(saved), dx, dx, length);
    const backward = await runLowered(
      context,
      activationBackwardCall({ activation, saved: 'saved', dy: 'dy', dx: 'dx', length }).lower(target),
      { saved, dy, dx: new Float32Array(length).fill(NaN) },
      ['dx'],
    );
    // Relative to large values: the extremes reach 1e30.
    const scaled = (values: ArrayLike<number>, by: ArrayLike<number>): Float64Array =>
      Float64Array.from({ length }, (_, i) => values[i] / Math.max(1, Math.abs(by[i])));
    const forwardBy = largestDifference(scaled(forward.y, y), scaled(y, y));
    const backwardBy = largestDifference(scaled(backward.dx, dx), scaled(dx, dx));
    const allowed = tolerance('f32', 4);
    console.info(
      `${activation} ${length}: forward ${forwardBy}, backward ${backwardBy} (allowed ${allowed})`,
    );
    expect(forwardBy).toBeLessThanOrEqual(allowed);
    expect(backwardBy).toBeLessThanOrEqual(allowed);
  });
});

test('tanh of small numbers is right to their last bits', async () => {
  const length = 280;
  const x = Float32Array.from({ length }, (_, i) => (-1) ** i * 10 ** (i / 9 - 30));
  const forward = activationForwardCall({ activation: 'tanh', x: 'x', y: 'y', length }).lower(target);
  const { y } = await runLowered(context, forward, { x, y: new Float32Array(length) }, ['y']);
  const relative = Array.from(x, (value, i) => Math.abs(y[i] / Math.tanh(value) - 1));
  expect(Math.max(...relative)).toBeLessThan(16 * 2 ** -24);
});
