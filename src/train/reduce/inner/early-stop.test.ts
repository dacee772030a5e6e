// S17: when a member ends its inner steps.
import { expect, test } from 'vitest';
import { longestMs, patience, isEnough } from './early-stop';

const progress = { done: 3, elapsedMs: 1_000, othersWaitedMs: undefined };

test('S17a: never before one inner step is done, however long it took', () => {
  expect(isEnough({ done: 0, elapsedMs: 90_000, othersWaitedMs: 80_000 })).toBe(false);
});

test('S17a: alone, or before the others, it goes on until half of a header’s deadline', () => {
  expect(isEnough(progress)).toBe(false);
  expect(isEnough({ ...progress, elapsedMs: longestMs - 1 })).toBe(false);
  expect(isEnough({ ...progress, elapsedMs: longestMs })).toBe(true);
});

test('S17a: the others wait for a quarter of the time that they took', () => {
  const after = (othersWaitedMs: number) => isEnough({ done: 1, elapsedMs: 800 + othersWaitedMs, othersWaitedMs }); // prettier-ignore
  expect([after(0), after(patience * 800 - 1), after(patience * 800), after(10_000)]).toEqual([false, false, true, true]); // prettier-ignore
});
