import { expect, test } from 'vitest';
import { logPlacing, logSpanAxis } from './log-span';

test('the domain is what is shown, with ticks at 1, 2, 5 where there is space', () => {
  expect(logSpanAxis(1, 6400, 0.3)).toEqual({ low: 1, high: 6400, ticks: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000] }); // prettier-ignore
  expect(logSpanAxis(1, 6400, 0.5).ticks).toEqual([1, 10, 100, 1000]);
  expect(logSpanAxis(1, 6400, 1.4).ticks).toEqual([1, 100]);
  expect(logSpanAxis(32, 204_800, 1).ticks).toEqual([100, 1000, 10_000, 100_000]);
});

test('data that begin at 0, and none at all, still have an axis', () => {
  const time = logSpanAxis(0, 50, 0.5);
  expect([time.low, time.high]).toEqual([expect.closeTo(0.005, 9), 50]);
  expect(time.ticks).toEqual([0.01, 0.1, 1, 10]);
  for (const [low, high] of [
    [0, 0],
    [5, 5],
    [0, 1e-300],
    [-3, -1],
  ]) {
    const axis = logSpanAxis(low, high, 0.5);
    expect(axis.low, `${low} … ${high}`).toBeGreaterThan(0);
    expect(axis.high).toBeGreaterThan(axis.low);
  }
});

test('a narrow part has the ticks of a linear axis, apart enough', () => {
  expect(logSpanAxis(300, 450, 0.01).ticks).toEqual([300, 350, 400, 450]);
  expect(logSpanAxis(300, 450, 0.1).ticks).toEqual([300, 400]);
  expect(logSpanAxis(3, 5, 0.01, true).ticks).toEqual([3, 4, 5]);
});

test('a place is an x again; what is not above 0 lies at the left end', () => {
  const { to, from } = logPlacing(0, 1000);
  for (const x of [0.1, 1, 37, 1000]) expect(from(to(x))).toBeCloseTo(x, 9);
  expect([to(0), to(-1)]).toEqual([to(0.1), to(0.1)]);
});
