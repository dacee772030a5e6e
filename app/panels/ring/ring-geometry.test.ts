import { expect, test } from 'vitest';
import { arrowLength, arrowScale, circleWithin } from './ring-geometry';

const scales = (count: number): number[] =>
  Array.from({ length: count }, (_, position) => arrowScale(position, count));

test.each([2, 8, 12])('in a ring of %i every edge has an arrowhead', (count) => {
  expect(new Set(scales(count))).toEqual(new Set([1]));
});

test.each([13, 16, 20, 21, 30, 40, 64])('a ring of %i has a few large arrowheads', (count) => {
  const drawn = scales(count).filter((scale) => scale > 0);
  expect(drawn.length).toBeGreaterThanOrEqual(6);
  expect(drawn.length).toBeLessThanOrEqual(10);
  expect(Math.min(...drawn)).toBeGreaterThan(1.5);
});

test.each([2, 12, 13, 16, 20, 21])('in a ring of %i an arrowhead fits between two members', (count) => {
  const { radius, node } = circleWithin(440, 340, count);
  const between = (2 * Math.PI * radius) / count - 2 * node;
  expect(between).toBeGreaterThan(arrowLength * arrowScale(0, count));
});
