import { expect, test } from 'vitest';
import { linePath, nearestRow } from './line-path';

const rows = [
  { x: 0, step: 0, a: 1 },
  { x: 1, step: 1, a: undefined },
  { x: 2, step: 2, a: 3 },
  { x: 6, step: 6, a: 2 },
];
const scale = { x: (x: number) => 10 * x, y: (y: number) => 100 - 10 * y };

test('a line goes on over rows without a value', () => {
  expect(linePath(rows, 'a', scale, false)).toBe('M0 90L20 70L60 80');
  expect(linePath(rows, 'a', scale, true)).toBe('M0 90H20V70H60V80');
  expect(linePath(rows, 'b', scale, false)).toBe('');
});

test('the nearest row is found on both sides and beyond the ends', () => {
  expect([-5, 0.4, 0.6, 3.9, 4.1, 99].map((x) => nearestRow(rows, x)?.x)).toEqual([0, 0, 1, 2, 6, 6]);
  expect(nearestRow([], 1)).toBeUndefined();
});
