import { expect, test } from 'vitest';
import { emptyLast } from '../commit/local-steps';
import type { HeaderRecord } from '../header/header-record';
import { addNorms, outlierLimit } from './usual-norms';

const said = (gradientSquared: number, other: Partial<HeaderRecord['last']> = {}): HeaderRecord =>
  ({ last: { ...emptyLast(), step: 5, count: 8, gradientSquared, ...other } }) as unknown as HeaderRecord;

test('S11c: the norms of the last 64 contributions are kept, oldest first', () => {
  expect(addNorms([1], [said(4), said(9)], 5)).toEqual([1, 2, 3]);
  const full = Array.from({ length: 64 }, (_, i) => i);
  const next = addNorms(full, [said(1e4)], 5);
  expect([next.length, next[0], next[63]]).toEqual([64, 1, 100]);
});

test.each([
  ['another step', { step: 4 }],
  ['no loss term', { count: 0 }],
  ['a skipped step', { isSkipped: true }],
] as const)('S11c: a record of %s adds nothing', (_, other) => {
  const before = [1, 2];
  expect(addNorms(before, [said(9, other)], 5)).toBe(before);
});

test.each([NaN, Infinity, -1])('S11c: a peer that says ‖g‖² = %d adds nothing', (squared) => {
  expect(addNorms([1], [said(squared)], 5)).toEqual([1]);
});

test('S11c: the limit is a multiple of the lower median, and known from eight norms on', () => {
  expect(outlierLimit([1, 1, 1, 1, 1, 1, 1], 'source')).toBeUndefined();
  const norms = [8, 7, 6, 5, 4, 3, 2, 1];
  expect(outlierLimit(norms, 'source')).toBe(4_000);
  expect(outlierLimit(norms, 'receiver')).toBe(8_000);
  expect(norms[0]).toBe(8);
  expect(outlierLimit(Array(8).fill(0), 'source')).toBeUndefined();
});
