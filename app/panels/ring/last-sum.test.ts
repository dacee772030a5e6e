// The picture plays a recorded sum only where it is the last one of the run that is shown.
import { expect, it } from 'vitest';
import { plannedSum, type DrawnMember, type DrawnSum } from '../sum/drawn-sum';
import { lastSum } from './last-sum';

const [a, b, c] = ['a', 'b', 'c'].map((id): DrawnMember => ({
  id,
  name: id,
  isSelf: id === 'a',
  adds: true,
}));
const planned = plannedSum('ring', [a, b, c]);

function recorded(run: number, way: DrawnSum['way'] = 'ring', members = [a, b, c]): DrawnSum {
  return { ...plannedSum(way, members), recorded: { run, step: 9, buckets: 1, errorMs: 0 } };
}

it('plays the recorded sum of the run that is shown', () => {
  const sum = recorded(1);
  expect(lastSum(sum, planned, 1)).toBe(sum);
  expect(lastSum(undefined, planned, 1)).toBe(planned);
});

it('never plays a sum of a run before, also among the same members', () => {
  expect(lastSum(recorded(1), planned, undefined), 'before the first step of a new run').toBe(planned);
  expect(lastSum(recorded(1), planned, 2), 'after it, until a sum of the new run is told').toBe(planned);
});

it('never plays a sum among others, in another order or by another way', () => {
  expect(lastSum(recorded(1, 'ring', [a, b]), planned, 1)).toBe(planned);
  expect(lastSum(recorded(1, 'ring', [a, c, b]), planned, 1)).toBe(planned);
  expect(lastSum(recorded(1, 'direct'), planned, 1)).toBe(planned);
});
