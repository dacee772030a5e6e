// How much a member's own examples weigh (S24). Their number is its word alone: nobody else can count them. Beyond
// twice an equal share it counts only where the host has agreed to that member's claim. Pure.
import * as v from 'valibot';
import type { MemberId } from '../../membership/view';
import { boundedShares } from './bounded-shares';

export const mostTrusted = 64;

/** The most examples of a run's data and of a member's own. */
export const mostOwnExamples = 100_000_000;

/** The host takes this member at its word, up to so many examples. */
export const trustedClaim = v.strictObject({
  member: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  examples: v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(mostOwnExamples)),
});
type TrustedClaim = v.InferOutput<typeof trustedClaim>;

export interface OwnClaim {
  readonly member: MemberId;
  readonly examples: number;
}

/** The most in units of equal shares. */
const mostShares = 2;

/** The weights by which the batch is shared; below `examples` where the claim is not agreed to. */
export function weightsOf(
  claims: readonly OwnClaim[],
  trusted: readonly TrustedClaim[] = [],
): readonly number[] {
  const isTrusted = ({ member, examples }: OwnClaim): boolean =>
    trusted.some((one) => one.member === member && examples <= one.examples);
  return boundedShares(
    claims.map(({ examples }) => examples),
    mostShares / claims.length,
    (at) => isTrusted(claims[at]),
  );
}

/** The host agrees to one more claim. */
export function withTrusted(
  trusted: readonly TrustedClaim[] = [],
  { member, examples }: OwnClaim,
): TrustedClaim[] {
  return [...trusted.filter((one) => one.member !== member), { member, examples }].slice(-mostTrusted);
}
