import { expect, test } from 'vitest';
import { recordOf } from '../testing/samples';
import { plausible } from './plausible-record';

const said = (count: number, lossSum: number, score: number) =>
  recordOf({ validation: { step: 5, count, lossSum, score } });

test('H23: a score of amounts is R² of so many, any number up to 1; right answers are not below 0', () => {
  for (const [score, ofAmounts, ofClasses] of [
    [8, true, true],
    [3, true, true],
    [-40, true, false],
    [-Infinity, true, false],
    [9, false, false],
  ] as const) {
    expect(plausible(said(8, 4, score), true).isAbsurd, `amounts: ${score}`).toBe(!ofAmounts);
    expect(plausible(said(8, 4, score), false).isAbsurd, `classes: ${score}`).toBe(!ofClasses);
  }
  // A model that diverged: neither its loss nor its score is a number.
  expect(plausible(said(8, NaN, NaN), true)).toMatchObject({ isAbsurd: false });
  expect(plausible(said(0, 0, -1), true).record.validation).toEqual({
    step: 0,
    count: 0,
    lossSum: 0,
    score: 0,
  });
});
