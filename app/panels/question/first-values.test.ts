import { expect, test } from 'vitest';
import { history } from '../../../tools/lab/fixtures/history';
import { states } from '../../../tools/lab/fixtures/states';
import { moonsRun } from '../../../src/train/testing/moons-run';
import { firstValues, mostProblem, sizeProblem, stepProblem } from './first-values';

const config = { ...moonsRun([8]), steps: 30_000 };
const setup = states.map((state) => state()).find(({ name }) => name === 'training-3')!;
const [record] = history({ ...setup, steps: 1 });

/** The newest steps of a run, so many a second. */
const steps = (last: number, perSecond: number, lossOf: (step: number) => number = () => 0.5) =>
  Array.from({ length: Math.min(300, last) }, (_, index) => {
    const step = last - Math.min(300, last) + index + 1;
    return { ...record, step, loss: lossOf(step), atMs: (1000 * step) / perSecond };
  });
const firstStep = (step: number, records = steps(step, 1), of = config) => firstValues({ step, config: of }, records).step; // prettier-ignore
const firstMost = (lossOf: (step: number) => number) =>
  firstValues({ step: 500, config }, steps(500, 1, lossOf)).most;

test('a question on the run begins with a round step that a class can answer before, and that the run reaches', () => {
  expect([firstStep(0), firstStep(1), firstStep(29_900)]).toEqual([200, 300, 30_000]);
  expect(firstStep(500, steps(500, 150)), 'a minute at 150 steps a second').toBe(10_000);
  expect(firstStep(4600, steps(4600, 10))).toBe(5200);
  expect(firstStep(29_500, steps(29_500, 150))).toBe(30_000);
  for (const [done, last] of [
    [0, 50],
    [999, 3000],
    [2999, 3000],
  ] as const) {
    const of = { ...config, steps: last };
    expect(stepProblem(firstStep(done, steps(done, 90), of), { step: done, config: of }), `${done} of ${last}`).toBeUndefined(); // prettier-ignore
  }
  const at = (step: number) => ({ step, config });
  expect(stepProblem(10, at(10))).toContain('after 10');
  expect(stepProblem(700, at(4600)), 'proposed long ago').toContain('after 4,600');
  expect(stepProblem(30_000, at(30_000))).toContain('over');
  expect(stepProblem(1.5, at(0))).toBeDefined();
});

test('the step is that of the ring, not of the newest record: in a new run, and after a reload during a pause', () => {
  expect(
    firstValues(
      { step: 0, config },
      steps(2000, 150, () => 0.02),
    ),
  ).toEqual({ step: 200, most: 1 });
  expect(firstStep(19_977, [])).toBe(20_200);
});

test('the largest answer is twice the loss of late, whatever one step says, or above that of guessing', () => {
  expect([0.5, 0.0123, 2.3, 8].map((loss) => firstMost(() => loss))).toEqual([1, 0.03, 5, 20]);
  expect(
    firstMost((step) => (step === 500 ? 0.03 : 0.078)),
    'the last batch was an easy one',
  ).toBe(0.2);
  expect([NaN, 0].map((loss) => firstMost(() => loss))).toEqual([1, 1]);
  expect(firstValues({ step: 0, config: undefined }, []).most).toBe(1);
  for (const loss of [1e-9, 1e-5, 1e9]) expect(mostProblem(firstMost(() => loss))).toBeUndefined();
  expect([mostProblem(0), mostProblem(NaN), mostProblem(1)].map((problem) => problem === undefined)).toEqual([false, false, true]); // prettier-ignore
  expect([sizeProblem(1), sizeProblem(2.5), sizeProblem(8)].map((problem) => problem === undefined)).toEqual([false, false, true]); // prettier-ignore
});
