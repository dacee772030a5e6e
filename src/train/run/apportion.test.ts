import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { apportion, lowerMedian, stepTime } from './apportion';

const seeds = Array.from({ length: 300 }, (_, seed) => seed);

test('shares add up, follow speed, and leave nobody out who could be measured', () => {
  for (const seed of seeds) {
    const random = prng('apportion', seed);
    const speeds = Array.from(
      { length: 1 + random.below(12) },
      () => 1 + random.below(random.below(2) ? 5 : 500),
    );
    const total = random.below(200);
    const shares = apportion(speeds, total);
    const why = `seed ${seed}: ${speeds.join(' ')}, ${total} → ${shares.join(' ')}`;
    expect(
      shares.reduce((a, b) => a + b, 0),
      why,
    ).toBe(total);
    for (let i = 0; i < speeds.length; i++)
      for (let j = 0; j < speeds.length; j++)
        if (speeds[i] > speeds[j]) expect(shares[i], why).toBeGreaterThanOrEqual(shares[j]);
    if (total >= speeds.length) expect(Math.min(...shares), why).toBeGreaterThanOrEqual(1);
    else expect(Math.max(...shares, 0), why).toBeLessThanOrEqual(1);
    // Nobody is further than one from its quota, but those who have one for being here and those who gave it.
    const sum = speeds.reduce((a, b) => a + b, 0);
    if (speeds.every((speed) => (total * speed) / sum >= 1))
      speeds.forEach((speed, i) => expect(Math.abs(shares[i] - (total * speed) / sum), why).toBeLessThan(1));
  }
});

test('what a step waits for, and the median of an even number', () => {
  expect(stepTime([4, 1], [6, 2])).toBe(2);
  expect(apportion([1, 1, 1], 8)).toEqual([3, 3, 2]);
  expect(apportion([4, 1], 8)).toEqual([6, 2]);
  expect(apportion([100, 1], 8)).toEqual([7, 1]);
  expect(apportion([1, 9, 9], 2)).toEqual([0, 1, 1]);
  expect(lowerMedian([5, 1, 9, 7])).toBe(5);
});
