import { expect, test } from 'vitest';
import { emptyLast } from '../commit/local-steps';
import type { HeaderRecord } from '../header/header-record';
import { addNorms, boundedNorm, outlierLimit } from './usual-norms';

const said = (gradientSquared: number, other: Partial<HeaderRecord['last']> = {}): HeaderRecord =>
  ({ last: { ...emptyLast(), step: 5, count: 8, gradientSquared, ...other } }) as unknown as HeaderRecord;

test('S11c: the first 8 norms and the latest 56 are kept, oldest first', () => {
  expect(addNorms([1], [said(4), said(9)], 5)).toEqual([1, 2, 3]);
  const full = Array.from({ length: 64 }, (_, i) => i);
  const next = addNorms(full, [said(1e4)], 5);
  expect(next).toEqual([...full.slice(0, 8), ...full.slice(9), 100]);
});

test('S11g: a model that fits its examples is not taken for a diverged one when it sees a new example', () => {
  const fitted = Array.from({ length: 56 }, () => 1e-6);
  expect(outlierLimit([...Array(8).fill(2), ...fitted], 'source')).toBe(2_000);
  // A model that began fitted and then saw harder examples is judged by those.
  expect(outlierLimit([...Array(8).fill(1e-6), ...Array(56).fill(3)], 'source')).toBe(3_000);
});

test('S25: the bound of a member’s part follows the latest norms, however long the first ones were', () => {
  expect(boundedNorm([...Array(8).fill(1e3), ...Array(56).fill(1)], 'sent')).toBe(1.5);
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
