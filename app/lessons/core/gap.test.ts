import { expect, test } from 'vitest';
import { gapOf, isVisible } from './gap';

const line = (...ys: readonly number[]) => ys.map((y, x) => ({ x, y }));

test('two lines are compared at their last common point, or where they differ most', () => {
  const [one, other] = [line(1, 3, 1.02), line(1, 2, 1, 9)];
  expect(gapOf(one, other)).toMatchObject({ x: 2, from: 1.02, to: 1 });
  expect(gapOf(one, other, 'largest')).toEqual({ x: 1, from: 3, to: 2, ratio: 0.5 });
  expect(gapOf(one, [])).toBeUndefined();
});

test('less than a twentieth is too close to tell; what is not a number is no equality', () => {
  expect([0.049, -0.049, 0.06, -0.06, NaN].map((ratio) => isVisible({ ratio }))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
});
