import { expect, test } from 'vitest';
import { randomReals } from '../testing/random-reals';
import { layerNormForward, layerNormInputGradient, layerNormParameterGradient } from './layer-norm.ref';

test('layer norm agrees with finite differences', () => {
  const [rows, channels] = [3, 7];
  const length = rows * channels;
  const values = {
    x: Float64Array.from(randomReals(length, 'x').map((value) => 3 * value + 2)),
    scale: Float64Array.from(randomReals(channels, 'scale')),
    offset: Float64Array.from(randomReals(channels, 'offset')),
  };
  const dy = Float64Array.from(randomReals(length, 'dy'));
  const gradients = {
    x: new Float64Array(length).fill(NaN),
    scale: new Float64Array(channels).fill(1), // the gradients add to these ones
    offset: new Float64Array(channels).fill(2),
  };
  layerNormInputGradient(values.x, values.scale, dy, gradients.x, rows, channels);
  layerNormParameterGradient(values.x, dy, gradients.scale, gradients.offset, rows, channels);
  gradients.scale.forEach((value, c) => (gradients.scale[c] = value - 1));
  gradients.offset.forEach((value, c) => (gradients.offset[c] = value - 2));
  const step = 1e-6;
  for (const name of ['x', 'scale', 'offset'] as const) {
    let largest = 0;
    values[name].forEach((_, i) => {
      const at = (shift: number): number => {
        const moved = {
          ...values,
          [name]: values[name].map((value, j) => (i === j ? value + shift : value)),
        };
        const y = new Float64Array(length);
        layerNormForward(moved.x, moved.scale, moved.offset, y, rows, channels);
        return y.reduce((sum, value, j) => sum + value * dy[j], 0);
      };
      largest = Math.max(largest, Math.abs(gradients[name][i] - (at(step) - at(-step)) / (2 * step)));
    });
    console.info(`layer norm, ${name}: ${largest}`);
    expect(largest).toBeLessThan(1e-8);
  }
});
