import { expect, test } from 'vitest';
import { amountLosses, amountLossReference, type AmountLoss } from './amount-loss.ref';
import { randomReals } from '../testing/random-reals';

const terms = 7;

function lossOf(loss: AmountLoss, outputs: Float64Array, targets: Float64Array, weights: Float64Array) {
  const gradient = new Float64Array(terms);
  const stats = new Float64Array(2 * terms);
  amountLossReference(outputs, targets, weights, gradient, stats, terms, amountLosses[loss]);
  const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);
  return { gradient, loss: sum(stats.subarray(0, terms)), score: sum(stats.subarray(terms)) };
}

test.each(['squared', 'huber'] as const)(
  '%s: the gradient agrees with finite differences; padding is zero',
  (loss) => {
    const outputs = Float64Array.from(randomReals(terms, 'outputs')).map((value) => 3 * value);
    const targets = Float64Array.from(randomReals(terms, 'targets'));
    const weights = Float64Array.of(1, 1, 0, 1, 1, 1, 1);
    outputs[2] = NaN;
    const { gradient } = lossOf(loss, outputs, targets, weights);
    const step = 1e-6;
    for (let i = 0; i < terms; i++) {
      const at = (shift: number): number =>
        lossOf(
          loss,
          outputs.map((value, j) => (i === j ? value + shift : value)),
          targets,
          weights,
        ).loss;
      expect(Math.abs(gradient[i] - (at(step) - at(-step)) / (2 * step))).toBeLessThan(1e-7);
    }
    expect(gradient[2]).toBe(0);
  },
);

/** torch.nn.MSELoss and HuberLoss (delta 1) of PyTorch 1.13, reduction 'sum', in f64, and their gradients. */
const byTorch = {
  squared: { loss: 56.3625, gradient: [0.4, -4.2, 0.0, 2.0, 2.1, -1.8, 14.0] },
  huber: { loss: 9.575, gradient: [0.2, -1.0, 0.0, 1.0, 1.0, -0.9, 1.0] },
};

test.each(['squared', 'huber'] as const)('%s: loss and gradient are PyTorch’s', (loss) => {
  const outputs = Float64Array.of(0.3, -1.7, 2.5, 0, 1.25, -0.6, 4);
  const targets = Float64Array.of(0.1, 0.4, 2.5, -1, 0.2, 0.3, -3);
  const found = lossOf(loss, outputs, targets, new Float64Array(terms).fill(1));
  expect(found.loss).toBeCloseTo(byTorch[loss].loss, 12);
  found.gradient.forEach((slope, i) => expect(slope).toBeCloseTo(byTorch[loss].gradient[i], 12));
  expect(found.score).toBeCloseTo(terms - byTorch.squared.loss, 12);
});
