// Token buckets: `capacity` at once, `perSecond` in the long run. A refused request takes no tokens. Pure, and as an object
// that knows its rule and the time.
import type { Clock } from './clock';

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

/** The tokens in the bucket at `nowMs`. */
function tokensAt({ tokens, atMs }: Bucket, rule: BucketRule, nowMs: number): number {
  const refill = (Math.max(0, nowMs - atMs) / 1000) * rule.perSecond;
  return Math.min(rule.capacity, tokens + refill);
}

export class TokenBucket {
  #bucket: Bucket;

  constructor(
    readonly rule: BucketRule,
    readonly clock: Pick<Clock, 'now'>,
  ) {
    this.#bucket = fullBucket(rule, clock.now());
  }

  get left(): number {
    return tokensAt(this.#bucket, this.rule, this.clock.now());
  }

  /** False when fewer tokens are left; then none is taken. */
  take(amount = 1): boolean {
    const { bucket, isAllowed } = take(this.#bucket, this.rule, this.clock.now(), amount);
    this.#bucket = bucket;
    return isAllowed;
  }

  /** Takes `amount` in any case. Returns the milliseconds until the debt that it leaves is paid. */
  charge(amount: number): number {
    const tokens = this.left - amount;
    this.#bucket = { tokens, atMs: this.clock.now() };
    return Math.max(0, (-tokens / this.rule.perSecond) * 1000);
  }
}
