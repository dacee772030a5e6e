// Token buckets, pure: `capacity` at once, `perSecond` in the long run. What is refused costs nothing.

export interface BucketRule {
  readonly capacity: number;
  readonly perSecond: number;
}

export interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
}

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
