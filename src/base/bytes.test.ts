import { expect, test } from 'vitest';
import { equalBytes } from './bytes';
import { prng } from './prng';

test('bytes are equal when their lengths and each of them are, wherever they lie', () => {
  const random = prng('equal bytes');
  for (const length of [0, 1, 2, 3, 4, 5, 7, 8, 31, 288])
    for (const [from, to] of [
      [0, 0],
      [0, 1],
      [4, 8],
      [2, 2],
      [3, 4],
    ]) {
      const a = new Uint8Array(length + from).subarray(from);
      const b = new Uint8Array(length + to).subarray(to);
      for (let i = 0; i < length; i++) a[i] = b[i] = random.below(256);
      expect(equalBytes(a, b)).toBe(true);
      for (let i = 0; i < length; i++) {
        b[i] ^= 1 << random.below(8);
        expect(equalBytes(a, b), `length ${length} at ${from} and ${to}, byte ${i}`).toBe(false);
        b[i] = a[i];
      }
      expect(equalBytes(a, new Uint8Array(length + 1))).toBe(false);
    }
});
