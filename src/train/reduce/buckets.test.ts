import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { assertBackwardOrder } from '../../model/plan/bucket-order';
import type { ParameterSlot } from '../../model/engine';
import { assignBuckets } from './buckets';
import type { BucketSettings } from '../run/live-settings';

const slotsOf = (...lengths: number[]): ParameterSlot[] => {
  let offset = 0;
  return lengths.map((length, i) => ({
    name: `t${i}`,
    shape: [length],
    offset: (offset += length) - length,
    length,
    decays: true,
  }));
};
const settings = (mode: BucketSettings['mode'], firstBytes = 4096, capBytes = 8192): BucketSettings => ({
  mode,
  topology: 'ring',
  codec: { kind: 'f32' },
  firstBytes,
  capBytes,
  overlap: true,
});
const total = (slots: readonly ParameterSlot[]): number => slots.reduce((sum, { length }) => sum + length, 0);

test('every mode covers the vector with disjoint buckets in backward order', () => {
  const random = prng('buckets', 5);
  for (let round = 0; round < 300; round++) {
    const slots = slotsOf(...Array.from({ length: 1 + random.below(8) }, () => 1 + random.below(6000)));
    const first = 4096 + random.below(8192);
    for (const mode of ['per-tensor', 'bucketed', 'measured', 'single'] as const) {
      const buckets = assignBuckets(slots, settings(mode, first, 4096 + random.below(16_384)));
      assertBackwardOrder(buckets, total(slots));
      expect(buckets.map(({ index }) => index)).toEqual(buckets.map((_, i) => i));
    }
  }
});

test('one bucket per tensor, or one for all', () => {
  const slots = slotsOf(10, 2000, 3);
  expect(assignBuckets(slots, settings('per-tensor'))).toEqual([
    { index: 0, start: 2010, end: 2013 },
    { index: 1, start: 10, end: 2010 },
    { index: 2, start: 0, end: 10 },
  ]);
  expect(assignBuckets(slots, settings('single'))).toEqual([{ index: 0, start: 0, end: 2013 }]);
  for (const mode of ['per-tensor', 'bucketed', 'single'] as const)
    expect(assignBuckets([], settings(mode))).toEqual([]);
});

test('the first bucket keeps the first size, the others the cap', () => {
  const slots = slotsOf(...Array.from({ length: 40 }, () => 200));
  const sizes = assignBuckets(slots, settings('bucketed', 4096, 8192)).map(
    ({ start, end }) => 4 * (end - start),
  );
  expect(sizes[0]).toBe(4000); // five tensors of 800 bytes: a sixth would not fit
  expect(Math.max(...sizes.slice(1))).toBe(8000);
  expect(sizes.slice(1, -1).every((bytes) => bytes === 8000)).toBe(true);
});

test('a tensor larger than the cap is cut, and its pieces share no bucket with a neighbour', () => {
  const slots = slotsOf(100, 10_000, 100);
  const buckets = assignBuckets(slots, settings('bucketed', 4096, 8192));
  assertBackwardOrder(buckets, 10_200);
  for (const { index, start, end } of buckets)
    expect(4 * (end - start)).toBeLessThanOrEqual(index === 0 ? 4096 : 8192);
  expect(buckets.length).toBeGreaterThanOrEqual(5);
});
