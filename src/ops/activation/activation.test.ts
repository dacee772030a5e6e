import { expect, test } from 'vitest';
import { activationBackward, activationForward, type PointwiseActivation } from './activation.ref';
import { randomReals } from '../testing/random-reals';

test.each(['relu', 'tanh', 'gelu'] satisfies PointwiseActivation[])(
  '%s agrees with finite differences',
  (activation) => {
    const x = Float64Array.from([...randomReals(50, 'activation', activation), -3, 3, 20, -20]);
    const at = (shift: number): Float64Array => {
      const y = new Float64Array(x.length);
      activationForward(activation, x.map((value) => value + shift), y, x.length); // prettier-ignore
      return y;
    };
    const step = 1e-6;
    const [low, middle, high] = [at(-step), at(0), at(step)];
    const slope = new Float64Array(x.length).fill(1);
    activationBackward(activation, activation === 'gelu' ? x : middle, slope, slope, x.length);
    let largest = 0;
    for (let i = 0; i < x.length; i++)
      largest = Math.max(largest, Math.abs(slope[i] - (high[i] - low[i]) / (2 * step)));
    console.info(`${activation}: ${largest}`);
    expect(largest).toBeLessThan(1e-8);
  },
);

test.each(['relu', 'tanh', 'gelu'] satisfies PointwiseActivation[])('%s does not overflow', (activation) => {
  const x = Float64Array.from([1e200, -1e200, 89, -89]);
  const y = new Float64Array(4);
  activationForward(activation, x, y, 4);
  expect([...y].every(Number.isFinite)).toBe(true);
  const gradient = new Float64Array(4).fill(1);
  activationBackward(activation, activation === 'gelu' ? x : y, gradient, gradient, 4);
  expect([...gradient].every(Number.isFinite)).toBe(true);
});
