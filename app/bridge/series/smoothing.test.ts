import { expect, test } from 'vitest';
import { prng } from '../../../src/base/prng';
import { dialOfSmoothing, maxSmoothing, smoothed, smoothingOfDial } from './smoothing';
import { digitsTrace, textTrace } from './testing/loss-traces';

/** Bias-corrected as in Adam: m_t / (1 − β^t), m_t = β·m_{t−1} + (1 − β)·x_t. */
function debiasedEma(values: readonly number[], beta: number): number {
  let m = 0;
  for (const value of values) m = beta * m + (1 - beta) * value;
  return m / (1 - beta ** values.length);
}

/** The line that minimises the sum of β^age · (line − value)², by its two normal equations, at the latest value. */
function weightedLine(values: readonly number[], beta: number): { end: number; slope: number } {
  if (values.length === 1) return { end: values[0], slope: 0 };
  const t = values.length;
  let weights = 0;
  let meanX = 0;
  let meanY = 0;
  for (let i = 0; i < t; i++) {
    const weight = beta ** (t - 1 - i);
    weights += weight;
    meanX += weight * i;
    meanY += weight * values[i];
  }
  meanX /= weights;
  meanY /= weights;
  let xy = 0;
  let xx = 0;
  for (let i = 0; i < t; i++) {
    const weight = beta ** (t - 1 - i);
    xy += weight * (i - meanX) * (values[i] - meanY);
    xx += weight * (i - meanX) ** 2;
  }
  return { end: meanY + (xy / xx) * (t - 1 - meanX), slope: xy / xx };
}

/** The mean age of the weights β^age, in steps. */
function meanAge(length: number, beta: number): number {
  let weights = 0;
  let ages = 0;
  for (let age = 0; age < length; age++) {
    weights += beta ** age;
    ages += age * beta ** age;
  }
  return ages / weights;
}

test.each([0.5, 0.9, 0.99, 0.999])(
  'is the end of the weighted least-squares line, at every step (β %f)',
  (beta) => {
    const random = prng('ema', 1);
    const values = Float64Array.from({ length: 400 }, () => random.normal() + 2);
    const smooth = smoothed(values, beta);
    let low = Infinity;
    let high = -Infinity;
    let largest = 0;
    for (let t = 1; t <= values.length; t++) {
      low = Math.min(low, values[t - 1]);
      high = Math.max(high, values[t - 1]);
      const { end } = weightedLine([...values.subarray(0, t)], beta);
      largest = Math.max(largest, Math.abs(smooth[t - 1] - Math.min(high, Math.max(low, end))));
    }
    // Five recurrences of t roundings each are multiplied in pairs. Differences of products lose 1 − β of the accuracy.
    expect(largest, `largest difference ${largest}`).toBeLessThan((400 * 2 ** -52 * 40) / (1 - beta));
  },
);

test('is the debiased average, moved along the slope from the middle of its weights to now', () => {
  const random = prng('ema', 2);
  const values = Array.from({ length: 200 }, (_, i) => 3 - 0.01 * i + 0.05 * random.normal());
  const smooth = smoothed(Float64Array.from(values), 0.9);
  for (const t of [2, 5, 20, 80, 200]) {
    const first = values.slice(0, t);
    const carried = debiasedEma(first, 0.9) + weightedLine(first, 0.9).slope * meanAge(t, 0.9);
    expect(smooth[t - 1]).toBeCloseTo(carried, 9);
  }
});

test('0 gives the values back', () => {
  expect([...smoothed(Float64Array.from([3, 1, 4, 1, 5]), 0)]).toEqual([3, 1, 4, 1, 5]);
});

test('begins at the first value, not at zero, and a constant stays itself', () => {
  const smooth = smoothed(Float64Array.from([5, 5, 5, 5]), 0.999);
  for (const value of smooth) expect(value).toBeCloseTo(5, 10);
});

test('a straight fall is followed without lag from its first step', () => {
  const values = Float64Array.from({ length: 100 }, (_, i) => 8 - 0.05 * i);
  const smooth = smoothed(values, 0.99);
  for (let i = 0; i < values.length; i++) expect(smooth[i]).toBeCloseTo(values[i], 8);
});

test('after a spike it shows no value below the smallest one', () => {
  const values = Float64Array.from({ length: 60 }, (_, i) => (i === 20 ? 50 : 0.01));
  for (const value of smoothed(values, 0.9)) expect(value).toBeGreaterThanOrEqual(0.01);
});

test('skips values that are not finite', () => {
  const smooth = smoothed(Float64Array.from([NaN, 2, Infinity, 4]), 0.5);
  expect(smooth[0]).toBeNaN();
  expect(smooth[1]).toBe(2);
  expect(smooth[2]).toBe(2);
  // The gap does not count: the line passes through the two finite values as neighbours.
  expect(smooth[3]).toBeCloseTo(4, 12);
});

/** A difference of two noisy curves below this share is noise: the raw mean of 9 losses of these runs varies by 5 %. */
const noise = 0.05;

test.each([
  ['digits', digitsTrace],
  ['text', textTrace],
] as const)(
  'real run, %s: train is drawn above validation only where it is above',
  (_, { train, validation }) => {
    const smooth = smoothed(Float64Array.from(train), 0.9);
    const wrong: string[] = [];
    let excess = 0;
    let count = 0;
    for (let k = 1; k < validation.length - 1; k++) {
      const step = 5 * (k + 1);
      const around = train.slice(step - 5, step + 4); // steps step − 4 … step + 4
      const raw = around.reduce((sum, value) => sum + value, 0) / around.length;
      const shown = smooth[step - 1];
      excess += shown / raw - 1;
      count++;
      if (raw <= validation[k] && shown > (1 + noise) * validation[k])
        wrong.push(`step ${step}: ${shown} above ${validation[k]}, where the mean is ${raw}`);
    }
    expect(wrong).toEqual([]);
    // There is no systematic lag either: a debiased average of these runs is 5 and 16 % too high.
    expect(excess / count).toBeLessThan(0.02);
  },
);

test('the dial reaches from none to the most, and stands where a person has put it', () => {
  expect(smoothingOfDial(0)).toBe(0);
  expect(smoothingOfDial(1)).toBe(0.9);
  expect(smoothingOfDial(dialOfSmoothing(maxSmoothing))).toBe(maxSmoothing);
  for (let dial = 0; dial <= 3; dial += 0.05)
    expect(smoothingOfDial(dialOfSmoothing(smoothingOfDial(dial)))).toBe(smoothingOfDial(dial));
});
