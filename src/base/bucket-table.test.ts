// What buckets, tables of them and sums by key remember, and what they forget.
import { expect, test } from 'vitest';
import { BucketTable } from './bucket-table';
import { forgetOldest } from './forget-oldest';
import { Tally } from './tally';

test('each key has a bucket of its own, which fills with time', () => {
  let nowMs = 0;
  const table = new BucketTable({ capacity: 2, perSecond: 1 }, { now: () => nowMs });
  expect([table.take('a', 2), table.take('a'), table.take('b')]).toEqual([true, false, true]);
  nowMs = 1_000;
  expect([table.left('a'), table.left('b'), table.left('c')]).toEqual([1, 2, 2]);
  expect(table.charge('a', 4)).toBe(3_000);
  table.drop('a');
  expect(table.left('a')).toBe(2);
});

test('of too many keys the one that was used longest ago is forgotten', () => {
  const table = new BucketTable({ capacity: 2, perSecond: 1 }, { now: () => 0 }, 2);
  for (const key of ['a', 'b', 'a', 'c']) table.take(key);
  expect([table.size, table.left('a'), table.left('b'), table.left('c')]).toEqual([2, 0, 2, 1]);
});

test('what was set first is forgotten first', () => {
  const held = new Set([3, 1, 2]);
  forgetOldest(held, 2);
  expect([...held]).toEqual([1, 2]);
});

test('a sum of nothing is no sum', () => {
  const tally = new Tally<string>();
  tally.add('a');
  tally.add('a', 2);
  tally.add('a', -3);
  expect([tally.of('a'), tally.of('b')]).toEqual([0, 0]);
});
