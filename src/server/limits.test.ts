import { expect, it } from 'vitest';
import { codeAlphabet, codeLength } from '../base/room-code';
import { fullBucket, take } from '../base/token-bucket';
import { addressGuessRule } from './limits';
import { networksOf } from './networks';

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

it('R4h a year of wrong codes finds a given room with odds of 1 in 14,000 from a /48, of 1 in 57 from 1,000 addresses', () => {
  const [customer] = networksOf('2001:db8:0:1::/64');
  const odds = (addresses: number): number =>
    (addresses * addressGuessRule.perSecond * 365.25 * 86_400) / codeAlphabet.length ** codeLength;
  expect(1 / odds(customer.share)).toBeGreaterThan(14_000);
  expect(1 / odds(1_000)).toBeGreaterThan(57);
});
