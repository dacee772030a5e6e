import { expect, test } from 'vitest';
import { moonsRun } from '../../../src/train/run/moons-run';
import { firstMost, firstStep, mostProblem, sizeProblem, stepProblem } from './first-values';

test('a question on the run begins with a step ahead that the run will reach', () => {
  expect([firstStep(0, undefined), firstStep(1, 3000), firstStep(2900, 3000)]).toEqual([200, 300, 3000]);
  for (const [done, steps] of [
    [0, 50],
    [999, 3000],
    [2999, 3000],
  ] as const)
    // prettier-ignore
    expect(stepProblem(firstStep(done, steps), done, steps), `${done} of ${steps}`).toBeUndefined();
  expect(stepProblem(10, 10, 3000)).toContain('after 10');
  expect(stepProblem(3000, 3000, 3000)).toContain('over');
  expect(stepProblem(1.5, 0, 3000)).toBeDefined();
});

test('the largest answer is above the loss of now, or of guessing', () => {
  expect([0.5, 0.0123, 2.3, 8].map((loss) => firstMost(undefined, loss))).toEqual([0.6, 0.02, 3, 10]);
  expect([undefined, NaN, 0].map((loss) => firstMost(moonsRun([8]), loss))).toEqual([1, 1, 1]);
  for (const loss of [1e-9, 1e-5, 1e9]) expect(mostProblem(firstMost(undefined, loss))).toBeUndefined();
  expect([mostProblem(0), mostProblem(NaN), mostProblem(1)].map((problem) => problem === undefined)).toEqual([false, false, true]); // prettier-ignore
  expect([sizeProblem(1), sizeProblem(2.5), sizeProblem(8)].map((problem) => problem === undefined)).toEqual([false, false, true]); // prettier-ignore
});
