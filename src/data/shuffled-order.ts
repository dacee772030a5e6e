// A seeded permutation of 0 … length−1 without a list of it: a Feistel network over the next even number of bits, walked
// until it lands within the length (Black & Rogaway 2002). Pure, and in integers: equal on every engine.
import type { Prng } from '../base/prng';
import type { Indices } from './indices';

/** Four make a strong permutation of ideal rounds (Luby & Rackoff 1988); ours are not. */
const rounds = 8;

export class ShuffledOrder implements Indices {
  readonly #keys: readonly number[];
  /** Values of one half. */
  readonly #half: number;

  /** `length`: at most 2³². */
  constructor(
    readonly length: number,
    random: Prng,
  ) {
    this.#keys = Array.from({ length: rounds }, () => random.uint32());
    let half = 2;
    while (half * half < length) half *= 2;
    this.#half = half;
  }

  at(place: number): number | undefined {
    if (place < 0 || place >= this.length) return undefined;
    let value = place;
    do value = this.#mixed(value);
    while (value >= this.length);
    return value;
  }

  #mixed(value: number): number {
    let left = Math.floor(value / this.#half);
    let right = value % this.#half;
    for (const key of this.#keys) {
      const mixed = left ^ (scrambled(right, key) & (this.#half - 1));
      left = right;
      right = mixed;
    }
    return left * this.#half + right;
  }
}

/** 32 bits of a half and a key (the finisher of MurmurHash3). */
function scrambled(half: number, key: number): number {
  let bits = half ^ key;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return bits ^ (bits >>> 16);
}
