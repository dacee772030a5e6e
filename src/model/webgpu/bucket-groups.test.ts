import { expect, test } from 'vitest';
import { bucketGroups } from './bucket-groups';

const buckets = [
  { index: 0, start: 70, end: 100 },
  { index: 1, start: 40, end: 70 },
  { index: 2, start: 10, end: 40 },
  { index: 3, start: 0, end: 10 },
];

test('buckets complete after the same call form one group; the groups cover all calls in order', () => {
  expect(bucketGroups(buckets, [2, 5, 5, 9])).toEqual([
    { buckets: [buckets[0]], fromCall: 0, toCall: 2, start: 70, end: 100 },
    { buckets: [buckets[1], buckets[2]], fromCall: 2, toCall: 5, start: 10, end: 70 },
    { buckets: [buckets[3]], fromCall: 5, toCall: 9, start: 0, end: 10 },
  ]);
});

test('without overlap there is one group', () => {
  expect(bucketGroups(buckets, [9, 9, 9, 9])).toEqual([
    { buckets, fromCall: 0, toCall: 9, start: 0, end: 100 },
  ]);
  expect(bucketGroups([], [])).toEqual([]);
});
