// The lab's verdict finds a wrong bit, a wrong sum and a wrong owner.
import { expect, test } from 'vitest';
import { planOf, type CollectiveName } from '../../../src/collectives/collective-plan';
import { checkResults, type Outcome } from './check-results';

const parts = [Float32Array.of(1, 2, 3, 4), Float32Array.of(0.1, 0.2, 0.3, 0.4)];
const sum = parts[0].map((value, i) => value + parts[1][i]);

function verdict(collective: CollectiveName, results: readonly Float32Array[], dropped?: Float32Array) {
  const outcomes = parts.map((part, at): Outcome => ({
    part,
    result: results[at],
    dropped: dropped && (at === 0 ? dropped : new Float32Array(4)),
  }));
  return checkResults(planOf(collective, 'ring', 2), outcomes);
}

test('right sums are equal and within their bound; the least wrong bit is not', () => {
  expect(verdict('all-reduce', [sum, sum.slice()])).toMatchObject({ isEqual: true, isWithinBound: true });
  const other = sum.slice();
  other[2] += 2 ** -21;
  expect(verdict('all-reduce', [sum, other])).toMatchObject({ isEqual: false, isWithinBound: true });
  expect(verdict('all-reduce', [other, other])).toMatchObject({ isEqual: true, isWithinBound: false });
  const broken = sum.slice();
  broken[0] = NaN;
  expect(verdict('all-reduce', [broken, broken]).isWithinBound).toBe(false);
});

test('of a reduce-scatter only the owner’s part counts: position 1 owns the first chunk', () => {
  const results = [Float32Array.of(9, 9, sum[2], sum[3]), Float32Array.of(sum[0], sum[1], 9, 9)];
  expect(verdict('reduce-scatter', results)).toMatchObject({ isEqual: undefined, isWithinBound: true });
  expect(verdict('reduce-scatter', results.toReversed()).isWithinBound).toBe(false);
});

test('an all-gather is exact, and a codec may be off by what it says that it dropped', () => {
  const gathered = Float32Array.of(0.1, 0.2, 3, 4).map(Math.fround);
  expect(verdict('all-gather', [gathered, gathered])).toMatchObject({ isEqual: true, worst: 0 });
  const rounded = Float32Array.of(0.1, 0.2, 3, 4.5);
  expect(verdict('all-gather', [rounded, rounded]).isWithinBound).toBe(false);
  expect(verdict('all-gather', [rounded, rounded], Float32Array.of(0, 0, 0, -0.5)).isWithinBound).toBe(true);
  expect(verdict('all-gather', [rounded, rounded], Float32Array.of(0, 0, 0, -0.4)).isWithinBound).toBe(false);
});

test('a sum of factors may be off by the roundings of its products too', () => {
  const outcomes = (products: Float32Array | undefined) =>
    parts.map((part): Outcome => {
      const result = Float32Array.of(sum[0], sum[1], sum[2], sum[3] + 2 ** -16);
      return { part, result, dropped: new Float32Array(4), products };
    });
  const plan = planOf('all-reduce', 'ring', 2);
  expect(checkResults(plan, outcomes(undefined)).isWithinBound).toBe(false);
  // Two products of 8, by 16 roundings: 2⁻¹⁶, beside the roundings of the values.
  expect(checkResults(plan, outcomes(new Float32Array(4).fill(8))).isWithinBound).toBe(true);
  expect(checkResults(plan, outcomes(new Float32Array(4).fill(1))).isWithinBound).toBe(false);
});
