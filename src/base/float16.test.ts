import { describe, expect, test } from 'vitest';
import { fromHalfs, halfBits, singleBits, toHalfs } from './float16';
import { prng } from './prng';

const all = Uint16Array.from({ length: 65_536 }, (_, bits) => bits);
const isNan = (half: number): boolean => (half & 0x7fff) > 0x7c00;

/** The value by definition, in f64. */
function valueOf(half: number): number {
  const exponent = (half >>> 10) & 31;
  const fraction = half & 0x3ff;
  const sign = half & 0x8000 ? -1 : 1;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return sign * (exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24);
}

/** The halfs 0 … 0x7bff are the finite magnitudes in ascending order: a search, then a comparison of distances. */
function slowHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0;
  const magnitude = Math.abs(value);
  if (magnitude >= 65_520) return sign | 0x7c00;
  let low = 0;
  for (let high = 0x7bff; low < high;) {
    const middle = (low + high + 1) >> 1;
    if (valueOf(middle) <= magnitude) low = middle;
    else high = middle - 1;
  }
  if (low === 0x7bff) return sign | low;
  const below = magnitude - valueOf(low);
  const above = valueOf(low + 1) - magnitude;
  return sign | (below < above || (below === above && low % 2 === 0) ? low : low + 1);
}

describe('f16', () => {
  test('every f16 equals its f32 by definition, and converts back', () => {
    const singles = fromHalfs(all);
    const back = toHalfs(singles);
    for (let half = 0; half < 65_536; half++) {
      if (!Object.is(singles[half], valueOf(half))) throw new Error(`${half}: ${singles[half]}`);
      // A signalling NaN comes back quiet.
      if (back[half] !== (isNan(half) ? half | 0x200 : half))
        throw new Error(`${half} came back ${back[half]}`);
    }
  });

  test('every f16, every midpoint and their neighbours in f32 round as the slow oracle does', () => {
    const cell = new Float32Array(1);
    const word = new Uint32Array(cell.buffer);
    for (let half = 0; half < 0x7c00; half++) {
      const next = half === 0x7bff ? 65_536 : valueOf(half + 1);
      for (const value of [valueOf(half), (valueOf(half) + next) / 2])
        for (const step of [-1, 0, 1]) {
          cell[0] = value;
          if (word[0] + step < 0) continue;
          word[0] += step;
          const expected = slowHalf(cell[0]);
          if (halfBits(word[0]) !== expected) throw new Error(`${cell[0]}: ${halfBits(word[0])}`);
          if (halfBits((word[0] | 0x80000000) >>> 0) !== (expected | 0x8000)) throw new Error(`−${cell[0]}`);
        }
    }
  });

  test('random f32 bits', () => {
    const random = prng('float16');
    const cell = new Float32Array(1);
    const word = new Uint32Array(cell.buffer);
    for (let i = 0; i < 100_000; i++) {
      // Half of them have an exponent in the range of f16.
      word[0] = i % 2 ? random.uint32() : (random.below(2) << 31) | ((100 + random.below(45)) << 23) | random.below(1 << 23); // prettier-ignore
      const half = halfBits(word[0]);
      if (Number.isNaN(cell[0])) expect(isNan(half)).toBe(true);
      else if (half !== slowHalf(cell[0])) throw new Error(`${cell[0]} gave ${half}`);
    }
  });

  test('known answers', () => {
    expect([
      ...toHalfs(Float32Array.from([1, -2, 65_504, 65_520, 1e9, 2 ** -24, 2 ** -25, 2 ** -25 * 1.001, -0])),
    ]).toEqual([0x3c00, 0xc000, 0x7bff, 0x7c00, 0x7c00, 1, 0, 1, 0x8000]);
    expect(singleBits(0x3555)).toBe(0x3eaaa000); // the f16 nearest to a third
    expect(toHalfs(new Float32Array(8).subarray(3, 5).fill(1))).toEqual(Uint16Array.from([0x3c00, 0x3c00]));
  });
});
