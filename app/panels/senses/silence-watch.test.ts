import { expect, test } from 'vitest';
import { SilenceWatch } from './silence-watch';

test('five seconds without a sound are silence, and a sound begins them again', () => {
  const watch = new SilenceWatch(1000);
  expect(watch.isSilent(undefined, 5900)).toBe(false);
  expect(watch.isSilent(0.001, 5950)).toBe(false);
  expect(watch.isSilent(0.00009, 10_900)).toBe(false);
  expect(watch.isSilent(0, 10_951)).toBe(true);
  const dead = new SilenceWatch(0);
  expect(dead.isSilent(undefined, 5001)).toBe(true);
});
