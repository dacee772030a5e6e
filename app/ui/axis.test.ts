import { expect, test } from 'vitest';
import { prng } from '../../src/base/prng';
import { endAhead, linearAxis, logAxis, spanAxis, thinTicks } from './axis';

test('a linear axis covers its values with few round ticks', () => {
  const random = prng('axis', 3);
  for (let i = 0; i < 500; i++) {
    const low = random.normal() * 10 ** (random.below(9) - 4);
    const high = low + random.float() * 10 ** (random.below(9) - 4) + 1e-9;
    const axis = linearAxis(low, high);
    const slack = (high - low) * 1e-6 + Math.abs(low) * 1e-9;
    expect(axis.low, `seed 3, ${low} … ${high}`).toBeLessThanOrEqual(low + slack);
    expect(axis.high).toBeGreaterThanOrEqual(high - slack);
    expect(axis.ticks.length).toBeLessThanOrEqual(8);
    expect(axis.high).toBeGreaterThan(axis.low);
  }
});

test.each([
  [0.015625, 0.015625 + 2 ** -58],
  [64, 64 + 2 ** -46],
  [-3, -3 + 2 ** -51],
  [1e-300, 1.0000000001e-300],
  [0, 5e-324],
  [1e-300, 2e-300],
])('values that differ by a rounding, %d … %d, get an axis with a height', (low, high) => {
  const axis = linearAxis(low, high);
  expect(axis.high - axis.low).toBeGreaterThan(0);
  expect(axis.low).toBeLessThanOrEqual(low);
  expect(axis.high).toBeGreaterThanOrEqual(high);
  expect(axis.ticks.length).toBeLessThanOrEqual(8);
});

test.each([
  [0, 0],
  [-5, -1],
  [NaN, NaN],
  [Infinity, -Infinity],
  [1e-30, 1],
  [0.3, 0.3],
])('a log axis of %d … %d is never empty', (low, high) => {
  const axis = logAxis(low, high);
  expect(axis.low).toBeGreaterThan(0);
  expect(axis.high / axis.low).toBeGreaterThanOrEqual(9.99);
  expect(axis.ticks.length).toBeGreaterThanOrEqual(2);
  expect(axis.ticks.length).toBeLessThanOrEqual(8);
});

test('a span axis ends where the data ends', () => {
  expect(spanAxis(1, 6400)).toMatchObject({ low: 1, high: 6400 });
  expect(spanAxis(5, 5).high).toBeGreaterThan(5);
  // There is no step 22.5.
  expect(spanAxis(22, 24, true).ticks).toEqual([22, 23, 24]);
  expect(spanAxis(8, 8, true).ticks, 'of one size of the ring').toEqual([7, 8, 9]);
  expect(spanAxis(22, 24).ticks).toContain(22.5);
});

test('ticks without space are left out evenly', () => {
  const axis = spanAxis(1, 12_345, true);
  expect(axis.ticks).toEqual([2500, 5000, 7500, 10_000]);
  expect(thinTicks(axis, 2500).ticks).toEqual([2500, 5000, 7500, 10_000]);
  expect(thinTicks(axis, 2600).ticks).toEqual([5000, 10_000]);
  expect(thinTicks(axis, 6000).ticks).toEqual([7500]);
  expect(thinTicks(axis, 1e9).ticks).toEqual([10_000]);
  expect(thinTicks({ low: 0, high: 1, ticks: [] }, 1).ticks).toEqual([]);
});

test('the end of an axis stays ahead of growing data, and moves seldom', () => {
  const ends = new Set<number>();
  for (let step = 10_000; step <= 10_300; step++) {
    const end = endAhead(1, step);
    expect(end).toBeGreaterThanOrEqual(step);
    expect(end - step).toBeLessThan(2_500 / 16);
    ends.add(end);
  }
  expect(ends.size).toBeLessThanOrEqual(4);
  expect(endAhead(3, 3)).toBe(3);
  expect(endAhead(0, 0.07)).toBeCloseTo(0.07);
});
