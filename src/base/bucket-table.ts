// One token bucket for each key (an address, a room, a peer) under one rule. A full bucket equals a new one, so forgetting
// it changes nothing.
import type { Clock } from './clock';
import { forgetOldest } from './forget-oldest';
import { TokenBucket, type BucketRule } from './token-bucket';

export class BucketTable {
  readonly #buckets = new Map<string, TokenBucket>();

  /** `most`: the keys that are remembered. The one that was used longest ago is forgotten first. */
  constructor(
    readonly rule: BucketRule,
    readonly clock: Pick<Clock, 'now'>,
    readonly most = Infinity,
  ) {}

  left(key: string): number {
    return this.#buckets.get(key)?.left ?? this.rule.capacity;
  }

  /** False when fewer tokens are left; then none is taken. */
  take(key: string, amount = 1): boolean {
    return this.#of(key).take(amount);
  }

  /** See TokenBucket. */
  charge(key: string, amount: number): number {
    return this.#of(key).charge(amount);
  }

  /** The key’s bucket is full again. */
  drop(key: string): void {
    this.#buckets.delete(key);
  }

  /** Drops the full buckets. */
  forget(): void {
    for (const key of this.#buckets.keys())
      if (this.left(key) >= this.rule.capacity) this.#buckets.delete(key);
  }

  get size(): number {
    return this.#buckets.size;
  }

  #of(key: string): TokenBucket {
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.rule, this.clock);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    forgetOldest(this.#buckets, this.most);
    return bucket;
  }
}
