import { expect, test } from 'vitest';
import { leastTrialSteps, mostTrialSteps, trialOf } from './lone-trial';

const times = (count: number, ms: number): number[] => Array.from({ length: count }, () => ms);

test('a few steps are enough where they are slow, and the first ones warm up', () => {
  expect(trialOf(times(leastTrialSteps - 1, 5))).toBeUndefined();
  expect(trialOf([90, 5, 5, 5])).toEqual({ perSecond: 200, steps: 3 });
  expect(trialOf([...times(5, 90), ...times(50, 5)])).toEqual({ perSecond: 200, steps: 50 });
  expect(trialOf(times(mostTrialSteps, 5))?.steps).toBe(50);
});

test('single hiccups do not count', () => {
  expect(trialOf([...times(5, 5), 5, 5, 500, 5, 5, 5, 5, 5])?.perSecond).toBe(200);
});
