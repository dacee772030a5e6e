import { expect, test } from 'vitest';
import { Curves, type Row } from '../bridge/series/curves';
import { linePaths, nearestRow } from './line-path';

const rows = [
  { x: 0, step: 0, segment: 0, a: 1 },
  { x: 1, step: 1, segment: 0, a: undefined },
  { x: 2, step: 2, segment: 0, a: 3 },
  { x: 6, step: 6, segment: 0, a: 2 },
];
function pathOf(points: readonly Row[], key: string, isStep: boolean, isBroken = true): string {
  return linePaths(Curves.of(points), [{ key, isStep, isBroken }], scale)[0];
}

const scale = { x: (x: number) => 10 * x, y: (y: number) => 100 - 10 * y };

test('a line goes on over rows without a value', () => {
  expect(pathOf(rows, 'a', false)).toBe('M0 90L20 70L60 80');
  expect(pathOf(rows, 'a', true)).toBe('M0 90H20V70H60V80');
  expect(pathOf(rows, 'b', false)).toBe('');
});

test('a line breaks where steps are missing, unless it is another run’s', () => {
  const gap = rows.map((row, i) => ({ ...row, segment: i < 2 ? 0 : 1 }));
  expect(pathOf(gap, 'a', false)).toBe('M0 90M20 70L60 80');
  expect(pathOf(gap, 'a', false, false)).toBe('M0 90L20 70L60 80');
});

test('points within a pixel of the last one are left out, but not a spike, an end or the last before a gap', () => {
  const heights = [1, 1.01, 1.02, 9, 1, 1.01, 1, 1];
  const points = heights.map((a, i) => ({ x: i / 10, step: i, segment: i < 6 ? 0 : 1, a }));
  expect(pathOf(points, 'a', false)).toBe('M0 90L2 89.8L3 10L4 90L5 89.9M6 90L7 90');
});

test('of a level part only the ends are drawn, and where it turns', () => {
  const points = [1, 1, 1, 1, 5, 5, 5, 5].map((a, i) => ({ x: i, step: i, segment: 0, a }));
  expect(pathOf(points, 'a', false)).toBe('M0 90L30 90L40 50L70 50');
  expect(pathOf(points, 'a', true)).toBe('M0 90H40V50H70V50');
});

test('the nearest row is found on both sides and beyond the ends', () => {
  const curves = Curves.of(rows);
  expect([-5, 0.4, 0.6, 3.9, 4.1, 99].map((x) => nearestRow(curves, x))).toEqual([0, 0, 1, 2, 3, 3]);
  expect(nearestRow(Curves.of([]), 1)).toBeUndefined();
});
