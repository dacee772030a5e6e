import { expect, test } from 'vitest';
import { addEvaluation, evaluatedParts, isAtRest } from './held-out-best';

const said = (lossSum: number, count = 10, step = 5) => ({
  validation: { step, lossSum, score: 0, count },
  own: undefined,
});

test('S27: a lower loss is the best, and an evaluation that is no lower is counted', () => {
  const first = addEvaluation(undefined, [said(20), said(10)], 5);
  expect(first).toEqual({ loss: 1.5, step: 5, since: 0 });
  const second = addEvaluation(first, [said(15, 10, 10), said(15, 10, 10)], 10);
  expect(second).toEqual({ loss: 1.5, step: 5, since: 1 });
  expect(addEvaluation(second, [said(14, 10, 15)], 15)).toEqual({ loss: 1.4, step: 15, since: 0 });
});

test('S27: a header without an evaluation, or with one that was counted, changes nothing', () => {
  const best = { loss: 1, step: 5, since: 2 };
  expect(addEvaluation(best, [said(20), said(0, 0, 7)], 7)).toBe(best);
  expect(addEvaluation(best, [said(1)], 5)).toBe(best);
});

test('H24, S27: one of three that says a false loss is not the best', () => {
  const best = { loss: 1, step: 5, since: 0 };
  const step = 10;
  const next = addEvaluation(best, [said(0, 10, step), said(12, 10, step), said(11, 10, step)], step);
  expect(next).toEqual({ loss: 1, step: 5, since: 1 });
});

test.each([NaN, Infinity])('S27: a loss of %d is no best', (lossSum) => {
  expect(addEvaluation(undefined, [said(lossSum)], 5)).toBeUndefined();
  expect(addEvaluation({ loss: 1, step: 2, since: 0 }, [said(lossSum)], 5)!.since).toBe(1);
});

test('S20a: of two members that brought the same data one counts', () => {
  const again = { ...said(10), own: { examples: 0 } };
  expect(evaluatedParts([said(20), again], 5)).toEqual([said(20).validation]);
});

test('S27: a run is at rest after as many evaluations as the host’s patience', () => {
  const best = { loss: 1, step: 5, since: 3 };
  expect([2, 3, 4, 0, undefined].map((patience) => isAtRest(best, patience))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(isAtRest(undefined, 1)).toBe(false);
});
