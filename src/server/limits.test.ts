import { expect, it } from 'vitest';
import { fullBucket, take } from '../base/token-bucket';

const rule = { capacity: 3, perSecond: 2 };

it('R4 allows the capacity at once, then the rate', () => {
  let bucket = fullBucket(rule, 1000);
  const allowed = [1000, 1000, 1000, 1000, 1499, 1500, 1501, 2000, 9000, 9000, 9000, 9000].map((nowMs) => {
    const taken = take(bucket, rule, nowMs);
    bucket = taken.bucket;
    return taken.isAllowed;
  });
  expect(allowed).toEqual([true, true, true, false, false, true, false, true, true, true, true, false]);
});

it('R4 a clock that goes back gives no tokens', () => {
  const empty = { tokens: 0, atMs: 5000 };
  expect(take(empty, rule, 1000).isAllowed).toBe(false);
});
