// Seeded random numbers in 32-bit integer arithmetic: the same on every engine (floats come from integers).
// xoshiro128** (Blackman & Vigna 2018), seeded by splitmix32.

export interface Prng {
  /** Uniform over 0 … 2³²−1. */
  uint32(): number;
  /** Uniform over [0, 1), 24 bits: exact in f32. */
  float(): number;
  /** Uniform over 0 … bound−1, without modulo bias. */
  below(bound: number): number;
  /** Approximately normal(0, 1): Irwin–Hall sum of 12 uniforms, + and − only, so equal on every engine. */
  normal(): number;
}

/** Streams by their names: `prng`, or recorded ones where a test replays what once happened. */
export type RandomSource = (...parts: readonly (number | string)[]) => Prng;

/** A generator for the stream named by `parts`: equal parts, equal stream. */
export function prng(...parts: readonly (number | string)[]): Prng {
  let seed = 0x9e3779b9;
  for (const part of parts) seed = mixIn(seed, part);
  const split = (): number => {
    seed = (seed + 0x9e3779b9) | 0;
    let z = seed;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
  let a = split(), b = split(), c = split(), d = split(); // prettier-ignore

  const uint32 = (): number => {
    const result = Math.imul(rotl(Math.imul(b, 5), 7), 9) >>> 0;
    const t = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= t;
    d = rotl(d, 11);
    return result;
  };
  const float = (): number => (uint32() >>> 8) / 0x1000000;
  return {
    uint32,
    float,
    below(bound) {
      const limit = 0x100000000 - (0x100000000 % bound);
      for (;;) {
        const value = uint32();
        if (value < limit) return value % bound;
      }
    },
    normal() {
      let sum = -6;
      for (let i = 0; i < 12; i++) sum += float();
      return sum;
    },
  };
}

/** Fisher–Yates: a permutation of 0 … length−1, a pure function of the generator's stream. */
export function permutation(length: number, random: Prng): Uint32Array {
  const order = Uint32Array.from({ length }, (_, i) => i);
  for (let i = length - 1; i > 0; i--) {
    const j = random.below(i + 1);
    const swap = order[i];
    order[i] = order[j];
    order[j] = swap;
  }
  return order;
}

function rotl(x: number, bits: number): number {
  return (x << bits) | (x >>> (32 - bits));
}

function mixIn(seed: number, part: number | string): number {
  let h = seed;
  const text = typeof part === 'string' ? `s${part}` : `n${part}`;
  for (let i = 0; i < text.length; i++) {
    h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
    h ^= h >>> 15;
  }
  return h | 0;
}
