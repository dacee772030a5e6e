// Token buckets, pure: `capacity` at once, `perSecond` in the long run. A refused request takes no tokens.

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

/** Takes `amount` if the bucket holds that much. */
export function take(
  bucket: Bucket,
  rule: BucketRule,
  nowMs: number,
  amount = 1,
): { readonly bucket: Bucket; readonly isAllowed: boolean } {
  const tokens = tokensAt(bucket, rule, nowMs);
  const isAllowed = tokens >= amount;
  return { bucket: { tokens: isAllowed ? tokens - amount : tokens, atMs: nowMs }, isAllowed };
}

/** Takes `amount` in any case; `waitMs`: how long until the debt it leaves is paid. */
export function charge(
  bucket: Bucket,
  rule: BucketRule,
  amount: number,
  nowMs: number,
): { readonly bucket: Bucket; readonly waitMs: number } {
  const tokens = tokensAt(bucket, rule, nowMs) - amount;
  return { bucket: { tokens, atMs: nowMs }, waitMs: Math.max(0, (-tokens / rule.perSecond) * 1000) };
}

/** The tokens in the bucket at `nowMs`. */
export function tokensAt({ tokens, atMs }: Bucket, rule: BucketRule, nowMs: number): number {
  const refill = (Math.max(0, nowMs - atMs) / 1000) * rule.perSecond;
  return Math.min(rule.capacity, tokens + refill);
}
