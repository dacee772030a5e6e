import { expect, test } from 'vitest';
import { crossEntropyReference, lossSumReference } from './cross-entropy.ref';
import { randomReals } from '../testing/random-reals';

const [rows, classes] = [4, 5];
const labels = Uint32Array.of(0, 3, 4, 2);

function lossOf(logits: Float64Array, weights: Float64Array) {
  const gradient = new Float64Array(rows * classes);
  const rowStats = new Float64Array(2 * rows);
  const sums = new Float64Array(2);
  crossEntropyReference(logits, labels, weights, gradient, rowStats, rows, classes);
  lossSumReference(rowStats, sums, rows);
  return { gradient, loss: sums[0], correct: sums[1] };
}

test('the gradient agrees with finite differences; padding rows are exactly zero', () => {
  const logits = Float64Array.from(randomReals(rows * classes, 'cross-entropy'));
  const weights = Float64Array.of(1, 1, 0, 1);
  const { gradient } = lossOf(logits, weights);
  const step = 1e-6;
  let largest = 0;
  for (let i = 0; i < logits.length; i++) {
    const at = (shift: number): number =>
      lossOf(
        logits.map((value, j) => (i === j ? value + shift : value)),
        weights,
      ).loss;
    largest = Math.max(largest, Math.abs(gradient[i] - (at(step) - at(-step)) / (2 * step)));
  }
  console.info(`cross-entropy: ${largest}`);
  expect(largest).toBeLessThan(1e-8);
  expect([...gradient.subarray(2 * classes, 3 * classes)]).toEqual([0, 0, 0, 0, 0]);
});

test('ties go to the lowest class; huge logits stay finite', () => {
  const logits = new Float64Array(rows * classes);
  logits[classes + 3] = 1000;
  const { loss, correct } = lossOf(logits, new Float64Array(rows).fill(1));
  expect(correct).toBe(2); // row 0 (all equal, label 0) and row 1
  expect(loss).toBeCloseTo(3 * Math.log(5), 12);
});
