import { expect, test } from 'vitest';
import { isTrialOver, trialOf } from './lone-trial';

const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

test('the second half counts, and three slow steps are enough', () => {
  expect(trialOf(times(2, 5))).toBeUndefined();
  expect(trialOf([90, 5, 5, 5])).toEqual({ perSecond: 200, steps: 3 });
  expect(trialOf([...times(200, 90), ...times(200, 5)])).toEqual({ perSecond: 200, steps: 200 });
});

test('single hiccups do not count', () => {
  expect(trialOf([...times(8, 90), 5, 5, 500, 5, 5, 5, 5, 5])?.perSecond).toBe(200);
});

test('it ends when the device is warm, or when three steps will not come in time', () => {
  expect(isTrialOver(400, 249, 1, 1000)).toBe(false);
  expect(isTrialOver(401, 250, 1, 1000)).toBe(true);
  expect(isTrialOver(9, 900, 100, 1000)).toBe(false);
  expect(isTrialOver(10, 900, 100, 1000)).toBe(true);
  expect(isTrialOver(1, 900, 900, 1000)).toBe(false);
  expect(isTrialOver(2, 500, 400, 1000)).toBe(false);
  expect(isTrialOver(2, 700, 400, 1000)).toBe(true);
});
