import { expect, test } from 'vitest';
import { paceOf } from './ring-pace';

const sums = (worldSize: number, ...times: readonly number[]) =>
  times.map((allReduceMs) => ({ worldSize, topology: 'ring' as const, allReduceMs }));

test('a hop is the median sum over the 2(N − 1) links of a chunk', () => {
  expect(paceOf(sums(4, 60, 61, 300), 4)!.hopMs).toBeCloseTo(61 / 6);
  expect(paceOf(sums(2, 8), 2)!.hopMs).toBe(4);
});

test('the factor is round, and shows a hop for two and a half to six seconds', () => {
  for (let allReduceMs = 0.02; allReduceMs < 5_000; allReduceMs *= 1.07) {
    const { hopMs, slowdown } = paceOf(sums(4, allReduceMs), 4)!;
    expect(String(slowdown)).toMatch(/^[125]0*$/);
    if (slowdown > 1) expect(hopMs * slowdown).toBeLessThan(6_250.1);
    expect(hopMs * slowdown).toBeGreaterThanOrEqual(Math.min(2_500, hopMs));
  }
});

test('a slower line is seen: the factor stays while a hop can be followed', () => {
  const fast = paceOf(sums(4, 60), 4)!;
  expect(fast).toEqual({ hopMs: 10, slowdown: 500 });
  const slow = paceOf(sums(4, 96), 4, fast)!;
  expect(slow).toEqual({ hopMs: 16, slowdown: 500 });
  expect(paceOf(sums(4, 2_400), 4, slow)).toEqual({ hopMs: 400, slowdown: 10 });
});

test('a small change moves nothing', () => {
  const pace = paceOf(sums(4, 60), 4)!;
  expect(paceOf(sums(4, 65), 4, pace)).toBe(pace);
});

test('the pace is not known before a sum, of another ring, and where sums travel otherwise', () => {
  expect(paceOf([], 4)).toBeUndefined();
  expect(paceOf(sums(3, 60), 4)).toBeUndefined();
  expect(paceOf(sums(4, 0), 4)).toBeUndefined();
  expect(paceOf(sums(1, 60), 1)).toBeUndefined();
  const star = { worldSize: 4, topology: 'star' as const, allReduceMs: 60 };
  expect(paceOf([...sums(4, 60), star], 4)).toBeUndefined();
});
