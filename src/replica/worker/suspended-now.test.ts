import { expect, test } from 'vitest';
import { suspendedNow } from './snapshot';

const suspended = [{ member: 'a'.repeat(16), untilStep: 1633 }];

test.each([
  ['running', 1600, 1],
  ['running', 1631, 1],
  ['running', 1632, 0],
  ['running', 1964, 0],
  ['paused', 1600, 1],
  ['paused', 1964, 0],
  ['finished', 1600, 0],
  ['diverged', 1600, 0],
] as const)('%s after step %d: %d suspended until step 1,633', (status, step, count) => {
  expect(suspendedNow({ status, step, suspended })).toHaveLength(count);
});

test('without a state nobody is suspended', () => {
  expect(suspendedNow(undefined)).toEqual([]);
});
