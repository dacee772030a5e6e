// Seeded random numbers in 32-bit integer arithmetic: the same on every engine (floats come from integers).
// xoshiro128** (Blackman & Vigna 2018). Its 128 bits of state are a hash of the stream’s name. The chance that two of a
// million streams are equal is 10⁻²⁷.
import { hash128, rotl } from './hash128';

export interface Prng {
  /** Uniform over 0 … 2³²−1. */
  uint32(): number;
  /** Uniform over [0, 1), 24 bits: exact in f32. */
  float(): number;
  /** Fills `into` as so many calls of `float`, in less time. */
  floats(into: Float64Array): void;
  /** Uniform over 0 … bound−1, without modulo bias. */
  below(bound: number): number;
  /** Approximately normal(0, 1): Irwin–Hall sum of 12 uniforms, + and − only, so equal on every engine. */
  normal(): number;
}

/** Streams by their names: `prng`, or recorded streams where a test replays a run. */
export type RandomSource = (...parts: readonly (number | string)[]) => Prng;

/** The first state of the stream named by `parts`. */
function firstState(...parts: readonly (number | string)[]): Int32Array<ArrayBuffer> {
  const [a, b, c, d] = hash128(words, 4 * writeName(parts), hashSeed);
  return Int32Array.of((a | b | c | d) === 0 ? 1 : a, b, c, d); // xoshiro never leaves the state of zeros
}

/** The uniforms of one normal number: used and left within one call. */
const twelve = new Float64Array(12);

/** A generator for the stream named by `parts`: equal parts, equal stream. */
export function prng(...parts: readonly (number | string)[]): Prng {
  // An array holds the state, because engines keep the variables of a closure on the heap.
  const state = firstState(...parts);

  const uint32 = (): number => {
    const second = state[1];
    const third = state[2] ^ state[0];
    const fourth = state[3] ^ second;
    state[1] = second ^ third;
    state[0] ^= fourth;
    state[2] = third ^ (second << 9);
    state[3] = rotl(fourth, 11);
    return Math.imul(rotl(Math.imul(second, 5), 7), 9) >>> 0;
  };
  const float = (): number => (uint32() >>> 8) / 0x1000000;
  const floats = (into: Float64Array): void => {
    // Variables hold the state meanwhile.
    let [first, second, third, fourth] = [state[0], state[1], state[2], state[3]];
    for (let i = 0; i < into.length; i++) {
      const value = Math.imul(rotl(Math.imul(second, 5), 7), 9);
      const shifted = second << 9;
      third ^= first;
      fourth ^= second;
      second ^= third;
      first ^= fourth;
      third ^= shifted;
      fourth = rotl(fourth, 11);
      into[i] = (value >>> 8) / 0x1000000;
    }
    state[0] = first;
    state[1] = second;
    state[2] = third;
    state[3] = fourth;
  };
  return {
    uint32,
    float,
    floats,
    below(bound) {
      const limit = 0x100000000 - (0x100000000 % bound);
      for (;;) {
        const value = uint32();
        if (value < limit) return value % bound;
      }
    },
    normal() {
      floats(twelve);
      let sum = -6;
      for (const value of twelve) sum += value;
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

/** Golden ratio. Any seed but 0 would do: with 0 an empty name gives the all-zero state. */
const hashSeed = 0x9e3779b9;

/** The buffer of the name being hashed; it grows with the longest name. */
let words = new Uint32Array(64);
const float64 = new DataView(new ArrayBuffer(8));

/** Writes the parts one after another, each with its kind and a string with its length, so that different lists of parts
 *  are written differently. Returns the number of words. */
function writeName(parts: readonly (number | string)[]): number {
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'string') {
      reserve(at + 2 + part.length);
      words[at++] = 2;
      words[at++] = part.length;
      for (let i = 0; i < part.length; i += 2)
        words[at++] = part.charCodeAt(i) | ((i + 1 < part.length ? part.charCodeAt(i + 1) : 0) << 16);
    } else {
      reserve(at + 3);
      float64.setFloat64(0, part + 0); // −0 is 0
      words[at++] = 1;
      words[at++] = float64.getUint32(0);
      words[at++] = float64.getUint32(4);
    }
  }
  words.fill(0, at, at + 4); // clears what an earlier name left in the last block
  return at;
}

/** Makes room for `length` words and the rest of their last block. */
function reserve(length: number): void {
  if (length + 4 <= words.length) return;
  const longer = new Uint32Array(2 * (length + 4));
  longer.set(words);
  words = longer;
}
