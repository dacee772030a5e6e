import { expect, test } from 'vitest';
import { haveEqualBits } from './equal-bits';

const f32 = Float32Array.of(1, NaN, -0, 2 ** -149);

test('typed arrays of the same type and bits are equal, wherever they lie', () => {
  expect(haveEqualBits(f32, Float32Array.of(9, ...f32).subarray(1))).toBe(true);
  expect(haveEqualBits(new Uint8Array(0), new Uint8Array(0))).toBe(true);
});

test('all else is left to the comparison of Vitest', () => {
  for (const other of [
    Float32Array.of(1, NaN, 0, 2 ** -149),
    f32.subarray(1),
    new Uint32Array(f32.buffer),
    new Float64Array(f32),
    [...f32],
    undefined,
  ])
    expect(haveEqualBits(f32, other)).toBeUndefined();
  expect(f32).not.toEqual(Float32Array.of(1, NaN, 0, 2 ** -149));
  expect(f32).not.toEqual(f32.subarray(1));
  expect({ values: f32 }).toEqual({ values: f32.slice() });
});

test('the comparison of Vitest asks it', () => {
  class Unwalked extends Float32Array {
    override [Symbol.iterator](): never {
      throw new Error('walked element by element');
    }
  }
  expect(new Unwalked(f32)).toEqual(new Unwalked(f32));
});
