// The discrete Fourier transform of real samples, f64, in place and in one order, with the sine of trig.ts: the same bits on
// every engine. Source: Cooley and Tukey, 1965 (radix 2, decimation in time).
import { direction } from '../../base/trig';

/** Turns `real` and `imaginary` (n, a power of two, the angle e^(−2πi·kt/n)) into their transform. */
export function transform(real: Float64Array, imaginary: Float64Array): void {
  const size = real.length;
  const roots = rootsOf(size);
  for (let at = 1, mirrored = 0; at < size; at++) {
    let bit = size >> 1;
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit;
    mirrored ^= bit;
    if (at >= mirrored) continue;
    [real[at], real[mirrored]] = [real[mirrored], real[at]];
    [imaginary[at], imaginary[mirrored]] = [imaginary[mirrored], imaginary[at]];
  }
  for (let half = 1; half < size; half *= 2) {
    const stride = size / (2 * half);
    for (let start = 0; start < size; start += 2 * half)
      for (let k = 0; k < half; k++) {
        const cos = roots[2 * k * stride];
        const sin = -roots[2 * k * stride + 1];
        const [low, high] = [start + k, start + k + half];
        const re = real[high] * cos - imaginary[high] * sin;
        const im = real[high] * sin + imaginary[high] * cos;
        real[high] = real[low] - re;
        imaginary[high] = imaginary[low] - im;
        real[low] += re;
        imaginary[low] += im;
      }
  }
}

const known = new Map<number, Float64Array>();

/** (n/2, 2): cosine and sine of k/n turns. */
function rootsOf(size: number): Float64Array {
  let roots = known.get(size);
  if (roots) return roots;
  roots = new Float64Array(size);
  for (let k = 0; k < size / 2; k++) {
    const { cos, sin } = direction(k / size);
    roots.set([cos, sin], 2 * k);
  }
  known.set(size, roots);
  return roots;
}
