// One token bucket for each key (an address, a room) under one rule. Invariant: a bucket that is full again is what a
// new one would be, so forgetting it changes nothing, and the table is as large as the keys that spent lately.
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

  /** False: there is not that much, and nothing is taken. */
  take(key: string, amount = 1): boolean {
    const nowMs = this.clock.now();
    const before = this.#buckets.get(key) ?? fullBucket(this.rule, nowMs);
    const { bucket, isAllowed } = take(before, this.rule, nowMs, amount);
    this.#buckets.set(key, bucket);
    return isAllowed;
  }

  /** Drops the buckets that are full again. */
  forget(): void {
    for (const key of this.#buckets.keys())
      if (this.left(key) >= this.rule.capacity) this.#buckets.delete(key);
  }

  get size(): number {
    return this.#buckets.size;
  }
}
