// S18: what a step's sums show of the time that handling a message takes.
import { expect, test } from 'vitest';
import { sumRate, addLineTimes, messageTime, noLine } from './line-times';

// Four messages in a row of 2 ms flight and 0.5 ms handling each; a bucket's bytes take 10 ms.
const bucketMs = 4 * 2 + 4 * 0.5 + 10;

test('S18 one bucket after another: neither flight nor bytes count', () => {
  const spans = [[0, bucketMs] as const, [100, 100 + bucketMs] as const];
  expect(messageTime({ spans, lineMs: [10, 10], flightMs: 8, hops: 4 })).toBeCloseTo(0.5, 12);
});

test('S18 buckets that queue: a bucket begins when the one before it is through', () => {
  const first = bucketMs;
  const spans = [first, first + 12, first + 24].map((wholeMs) => [0, wholeMs] as const);
  expect(messageTime({ spans, lineMs: [10, 10, 10], flightMs: 8, hops: 4 })).toBeCloseTo(0.5, 12);
});

test('S18 never nothing, and unknown without a sum', () => {
  expect(messageTime({ spans: [[0, 5]], lineMs: [10], flightMs: 8, hops: 4 })).toBe(0.2);
  expect(messageTime({ spans: [], lineMs: [], flightMs: 0, hops: 4 })).toBeUndefined();
  expect(messageTime({ spans: [[0, 5]], lineMs: [1], flightMs: 0, hops: 0 })).toBeUndefined();
});

test('S18 smoothed over steps; of the last rates the best counts', () => {
  const rates = (bytesPerSecond?: number, withinBytesPerSecond?: number) => ({
    bytesPerSecond,
    withinBytesPerSecond,
  });
  const first = addLineTimes(noLine, 1, rates(1e6));
  expect(first).toEqual({ messageMs: 1, bytesPerSecond: 1e6, withinBytesPerSecond: 0 });
  expect(addLineTimes(first, 2, rates(3e6))).toEqual({ ...first, messageMs: 1.2, bytesPerSecond: 3e6 });
  expect(addLineTimes(first, 1, rates(0.5e6)).bytesPerSecond).toBe(0.95e6);
  expect(addLineTimes(first, undefined, rates(3e6))).toBe(noLine);
  expect(addLineTimes(first, 1, undefined)).toBe(noLine);
  const both = addLineTimes(first, 1, rates(1e6, 8e6));
  const within = addLineTimes(noLine, 1, rates(undefined, 8e6));
  expect([noLine, both, within].map(sumRate)).toEqual([undefined, 1e6, 8e6]);
  expect(both.withinBytesPerSecond).toBe(8e6);
  expect(addLineTimes(both, 1, rates(undefined, 4e6)), 'one of them is not measured any more').toEqual({
    ...{ messageMs: 1, bytesPerSecond: 0, withinBytesPerSecond: 7.6e6 },
  });
});
