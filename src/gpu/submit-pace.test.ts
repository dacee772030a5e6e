import { expect, test } from 'vitest';
import { SubmitPace } from './submit-pace';

const part = 5e7;
const items = [3, 1, 2, 9, 1, 1].map((parts) => ({ work: parts * part }));
const sizes = (pace: SubmitPace): number[][] =>
  pace.runs(items).map((run) => run.map(({ work }) => work / part));

test('a slow adapter gets many short submits, a fast one a single submit; no item is lost', () => {
  const pace = new SubmitPace(true); // 0.1 GFLOP/s: a part a submit
  expect(sizes(pace)).toEqual([[3], [1], [2], [9], [1], [1]]);
  for (let step = 0; step < 20; step++) pace.measured(9 * part, 1000); // 4.5 parts a submit
  expect(sizes(pace)).toEqual([[3, 1], [2], [9], [1, 1]]);
  for (let step = 0; step < 20; step++) pace.measured(17 * part, 10);
  expect(sizes(pace)).toEqual([[3, 1, 2, 9, 1, 1]]);
  expect(pace.runs([])).toEqual([[]]);
});
