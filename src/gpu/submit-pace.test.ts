import { expect, test } from 'vitest';
import { SubmitPace } from './submit-pace';

const items = [3, 1, 2, 9, 1, 1].map((billions) => ({ work: billions * 1e9 }));
const sizes = (pace: SubmitPace): number[][] =>
  pace.runs(items).map((run) => run.map(({ work }) => work / 1e9));

test('a slow adapter gets many short submits, a fast one a single submit; no item is lost', () => {
  const pace = new SubmitPace(true); // 2 GFLOP/s: 10⁹ a submit
  expect(sizes(pace)).toEqual([[3], [1], [2], [9], [1], [1]]);
  for (let step = 0; step < 20; step++) pace.measured(9e9, 1000); // 9 GFLOP/s: 4.5·10⁹ a submit
  expect(sizes(pace)).toEqual([[3, 1], [2], [9], [1, 1]]);
  for (let step = 0; step < 20; step++) pace.measured(17e9, 10);
  expect(sizes(pace)).toEqual([[3, 1, 2, 9, 1, 1]]);
  expect(pace.runs([])).toEqual([[]]);
});
