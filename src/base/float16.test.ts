import { expect, test } from 'vitest';
import { fromHalves, toHalves } from './float16';
import { prng } from './prng';

const every = Uint16Array.from({ length: 0x1_0000 }, (_, half) => half);

function rounded(value: number): number {
  const half = new Uint16Array(1);
  toHalves(Float32Array.of(value), half);
  const back = new Float32Array(1);
  fromHalves(half, back);
  return back[0];
}

test('every half comes back as it was, but for the payload of NaN', () => {
  const values = new Float32Array(every.length);
  fromHalves(every, values);
  const back = new Uint16Array(every.length);
  toHalves(values, back);
  for (const half of every) {
    const isNaN = (half & 0x7fff) > 0x7c00;
    expect(Number.isNaN(values[half])).toBe(isNaN);
    if (!isNaN) expect(back[half]).toBe(half);
  }
});

test('what lies between two halves goes to the nearer, ties to the even one', () => {
  const values = new Float32Array(every.length);
  fromHalves(every, values);
  for (let half = 0; half < 0x7bff; half++) {
    const [low, high] = [values[half], values[half + 1]];
    const middle = (low + high) / 2; // exact in f32
    expect(rounded(middle)).toBe(half % 2 === 0 ? low : high);
    expect(rounded(-middle)).toBe(half % 2 === 0 ? -low : -high);
    const word = new Uint32Array(Float32Array.of(middle).buffer)[0];
    const next = (bits: number): number => new Float32Array(Uint32Array.of(bits).buffer)[0];
    expect(rounded(next(word - 1))).toBe(low);
    expect(rounded(next(word + 1))).toBe(high);
  }
});

test('the ends', () => {
  expect(rounded(65_519)).toBe(65_504);
  expect(rounded(65_520)).toBe(Infinity);
  expect(rounded(-1e30)).toBe(-Infinity);
  expect(rounded(NaN)).toBeNaN();
  expect(Object.is(rounded(-0), -0)).toBe(true);
  expect(Object.is(rounded(-1e-30), -0)).toBe(true);
});

test('random values are within half a unit', () => {
  const random = prng('halves');
  for (let i = 0; i < 10_000; i++) {
    const value = Math.fround(random.normal() * 2 ** (random.below(40) - 26));
    const unit = Math.max(2 ** -24, 2 ** (Math.floor(Math.log2(Math.abs(value))) - 10));
    expect(Math.abs(rounded(value) - value)).toBeLessThanOrEqual(unit / 2);
  }
});
