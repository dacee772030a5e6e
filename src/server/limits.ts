// Token buckets, pure: `capacity` at once, `perSecond` in the long run. What is refused costs nothing.

export interface BucketRule {
  readonly capacity: number;
  readonly perSecond: number;
}

export interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

/** A joiner of a room of 64 with a full mesh of 8 sends under 200 signals; a member whom 40 join, under 300. */
export const messageRule: BucketRule = { capacity: 400, perSecond: 100 };
/** Refused messages a socket may cause before it is cut off: a page that outran its bucket backs off first. */
export const offenceRule: BucketRule = { capacity: 60, perSecond: 2 };
/** Codes guessed wrongly: typing errors, not a search through 148 million. */
export const guessRule: BucketRule = { capacity: 10, perSecond: 0.2 };

/** Relayed bytes of one socket. */
export const relayRule: BucketRule = { capacity: 2 * 1024 * 1024, perSecond: 16 * 1024 * 1024 };
/** Relayed bytes of all: about what one core moves beside its other work. */
export const relayTotalRule: BucketRule = { capacity: 8 * 1024 * 1024, perSecond: 48 * 1024 * 1024 };

export function fullBucket(rule: BucketRule, nowMs: number): Bucket {
  return { tokens: rule.capacity, atMs: nowMs };
}

/** Takes one token if there is one. */
export function take(
  bucket: Bucket,
  rule: BucketRule,
  nowMs: number,
): { readonly bucket: Bucket; readonly isAllowed: boolean } {
  const refill = (Math.max(0, nowMs - bucket.atMs) / 1000) * rule.perSecond;
  const tokens = Math.min(rule.capacity, bucket.tokens + refill);
  return tokens >= 1
    ? { bucket: { tokens: tokens - 1, atMs: nowMs }, isAllowed: true }
    : { bucket: { tokens, atMs: nowMs }, isAllowed: false };
}

/** Takes `amount` in any case; `waitMs`: how long until the debt it leaves is paid. */
export function charge(
  bucket: Bucket,
  rule: BucketRule,
  amount: number,
  nowMs: number,
): { readonly bucket: Bucket; readonly waitMs: number } {
  const refill = (Math.max(0, nowMs - bucket.atMs) / 1000) * rule.perSecond;
  const tokens = Math.min(rule.capacity, bucket.tokens + refill) - amount;
  return { bucket: { tokens, atMs: nowMs }, waitMs: Math.max(0, (-tokens / rule.perSecond) * 1000) };
}
