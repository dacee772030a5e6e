import { expect, test } from 'vitest';
import { ManualClock } from './clock';

test('a manual wall clock can be set, and advances with the clock', () => {
  const clock = new ManualClock();
  expect(clock.epochMs()).toBe(0);
  clock.after(40, () => undefined);
  clock.runNext();
  clock.setEpochMs(1_000_000);
  expect(clock.epochMs()).toBe(1_000_000);
  clock.after(60, () => undefined);
  clock.runNext();
  expect([clock.now(), clock.epochMs()]).toEqual([100, 1_000_060]);
});
