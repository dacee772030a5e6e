// The wait for work that continues, on a clock that the test moves.
import { expect, test } from 'vitest';
import { ManualClock } from './clock';
import { SilenceError, untilSilent } from './until-silent';

const limit = { sliceMs: 10, slices: 3 };

test('work that goes on is waited for, however long it takes', async () => {
  const clock = new ManualClock();
  let goesOn = (): void => undefined;
  let end = (_: string): void => undefined;
  const waiting = untilSilent(clock, limit, 'the work', (say) => {
    goesOn = say;
    return new Promise<string>((resolve) => (end = resolve));
  });
  for (let slice = 0; slice < 20; slice++) {
    clock.runNext();
    if (slice % 2 === 1) goesOn();
  }
  end('done');
  expect(await waiting).toBe('done');
  expect(clock.nextDueMs()).toBeUndefined();
});

test('silence for all slices ends the wait, and says whose', async () => {
  const clock = new ManualClock();
  const waiting = untilSilent(clock, limit, 'the work', () => new Promise(() => undefined));
  const failed = expect(waiting).rejects.toThrow(new SilenceError('the work said nothing for 0.03 s'));
  for (let slice = 0; slice < limit.slices; slice++) clock.runNext();
  await failed;
  expect(clock.nextDueMs()).toBeUndefined();
});

test('the error of the work is that of the wait, and no timer is left', async () => {
  const clock = new ManualClock();
  const failing = (): Promise<never> => Promise.reject(new RangeError('no memory'));
  await expect(untilSilent(clock, limit, 'the work', failing)).rejects.toThrow('no memory');
  expect(clock.nextDueMs()).toBeUndefined();
});
