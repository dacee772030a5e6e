import { expect, test } from 'vitest';
import { agreement } from './agreement';

const outputs = (...arrays: number[][]) => arrays.map((array) => Float32Array.from(array));

test('the difference is relative to the largest value of that output', () => {
  const all = new Map([
    ['ours', outputs([100, 1], [1])],
    ['near', outputs([100, 1.5], [1])],
    ['far', outputs([100, 1], [1.5])],
  ]);
  const { difference, errors } = agreement(all, 0.01);
  expect(difference).toBe(0.5);
  expect([...errors.keys()]).toEqual(['far']);
  expect(errors.get('far')).toContain('different from ours: relative difference 5.0e-1');
});

test.each([
  ['a missing output', outputs([1])],
  ['a longer output', outputs([1], [1, 1])],
  ['NaN', outputs([NaN], [1])],
])('%s is a difference', (_, other) => {
  const all = new Map([
    ['ours', outputs([1], [1])],
    ['other', other],
  ]);
  expect([...agreement(all, 0.1).errors.keys()]).toEqual(['other']);
});

test('one system has nothing to differ from', () => {
  expect(agreement(new Map([['ours', outputs([1])]]), 0.1)).toEqual({
    difference: undefined,
    errors: new Map(),
  });
});
