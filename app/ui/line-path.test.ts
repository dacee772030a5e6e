import { expect, test } from 'vitest';
import { linePath, nearestRow } from './line-path';

const rows = [
  { x: 0, step: 0, segment: 0, a: 1 },
  { x: 1, step: 1, segment: 0, a: undefined },
  { x: 2, step: 2, segment: 0, a: 3 },
  { x: 6, step: 6, segment: 0, a: 2 },
];
const scale = { x: (x: number) => 10 * x, y: (y: number) => 100 - 10 * y };

test('a line goes on over rows without a value', () => {
  expect(linePath(rows, 'a', scale, false)).toBe('M0 90L20 70L60 80');
  expect(linePath(rows, 'a', scale, true)).toBe('M0 90H20V70H60V80');
  expect(linePath(rows, 'b', scale, false)).toBe('');
});

test('a line breaks where steps are missing, unless it is another run’s', () => {
  const gap = rows.map((row, i) => ({ ...row, segment: i < 2 ? 0 : 1 }));
  expect(linePath(gap, 'a', scale, false)).toBe('M0 90M20 70L60 80');
  expect(linePath(gap, 'a', scale, false, false)).toBe('M0 90L20 70L60 80');
});

test('the nearest row is found on both sides and beyond the ends', () => {
  expect([-5, 0.4, 0.6, 3.9, 4.1, 99].map((x) => nearestRow(rows, x)?.x)).toEqual([0, 0, 1, 2, 6, 6]);
  expect(nearestRow([], 1)).toBeUndefined();
});
