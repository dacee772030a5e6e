import { expect, it } from 'vitest';
import { sumTimeOf } from './sum-time';

const sum = (allReduceMs: number, topology: 'ring' | 'tree' = 'ring', worldSize = 3) => ({
  ...{ allReduceMs, topology, worldSize },
});

it('is the median of the sums that travel as the last one does', () => {
  const records = [sum(90, 'tree'), sum(10), sum(12), sum(0), sum(70, 'ring', 4), sum(11)];
  expect(sumTimeOf(records, 3, undefined)).toBe(11);
  expect(sumTimeOf(records, 4, undefined)).toBe(70);
  expect(sumTimeOf(records, 5, undefined)).toBeUndefined();
  expect(sumTimeOf(records, 1, undefined)).toBeUndefined();
  expect(sumTimeOf([], 3, undefined)).toBeUndefined();
});

it('follows only what is worth it', () => {
  expect(sumTimeOf([sum(11)], 3, 10)).toBe(10);
  expect(sumTimeOf([sum(12)], 3, 10)).toBe(12);
});
