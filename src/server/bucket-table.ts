// One token bucket for each key (an address, a room) under one rule. A full bucket equals a new one, so forgetting it
// changes nothing. The table holds only the keys that spent tokens lately.
import type { Clock } from '../base/clock';
import { fullBucket, take, tokensAt, type Bucket, type BucketRule } from '../base/token-bucket';

export class BucketTable {
  readonly #buckets = new Map<string, Bucket>();

  constructor(
    readonly rule: BucketRule,
    readonly clock: Clock,
  ) {}

  left(key: string): number {
    const bucket = this.#buckets.get(key);
    return bucket ? tokensAt(bucket, this.rule, this.clock.now()) : this.rule.capacity;
  }

  /** False when fewer tokens are left; then none is taken. */
  take(key: string, amount = 1): boolean {
    const nowMs = this.clock.now();
    const before = this.#buckets.get(key) ?? fullBucket(this.rule, nowMs);
    const { bucket, isAllowed } = take(before, this.rule, nowMs, amount);
    this.#buckets.set(key, bucket);
    return isAllowed;
  }

  /** Drops the full buckets. */
  forget(): void {
    for (const key of this.#buckets.keys())
      if (this.left(key) >= this.rule.capacity) this.#buckets.delete(key);
  }

  get size(): number {
    return this.#buckets.size;
  }
}
