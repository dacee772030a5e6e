// S17: a shard in inner steps.
import { expect, test } from 'vitest';
import { innerParts } from '../../state/contribution-source';

test('S17a: parts in order that differ by one example at most; not more parts than examples', () => {
  expect(innerParts([[4, 3], [10, 4]], 3)).toEqual([[[4, 3]], [[10, 2]], [[12, 2]]]); // prettier-ignore
  expect(innerParts([[4, 3], [10, 4]], 2)).toEqual([[[4, 3], [10, 1]], [[11, 3]]]); // prettier-ignore
  expect(innerParts([[7, 2]], 5)).toEqual([[[7, 1]], [[8, 1]]]); // prettier-ignore
  expect(innerParts([], 5)).toEqual([]);
});
