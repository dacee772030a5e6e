// E24: the drift from norms alone, against distances of whole vectors.
import { expect, test } from 'vitest';
import { prng } from '../../base/prng';
import { driftOf } from './drift';

test('E24: it is the distance of the members from their weighted mean', () => {
  const random = prng('drift', 1);
  const members = [24, 8, 40].map((count) => ({ count, change: Array.from({ length: 50 }, () => random.float() - 0.3) })); // prettier-ignore
  const mean = members[0].change.map((_, i) => members.reduce((sum, { count, change }) => sum + (count * change[i]) / 72, 0)); // prettier-ignore
  const squared = members.reduce(
    (sum, { count, change }) => sum + (count / 72) * Math.hypot(...change.map((x, i) => x - mean[i])) ** 2,
    0,
  );
  const known = members.map(({ count, change }) => ({ count, squared: Math.hypot(...change) ** 2 }));
  expect(driftOf(known, Math.hypot(...mean))).toBeCloseTo(Math.sqrt(squared), 10);
});

test('one member does not drift; without a change, or from a number that is none, it is not known', () => {
  expect(driftOf([{ count: 8, squared: 9 }], 3 + 1e-9)).toBe(0);
  expect(driftOf([{ count: 0, squared: 0 }], 0)).toBeUndefined();
  expect(driftOf([{ count: 8, squared: Infinity }], 3)).toBeUndefined();
});
