// Blockwise linear codes: scale = f(largest / levels), code = round(f(x · f(levels / largest))), x' = f(code · scale). f is
// rounding to f32. Codes are whole numbers of −levels … levels, to nearest, ties to even.
import { levelBlock, readSingle, smallestBlock, writeSingle } from '../block-scale';
import { largestBits } from './halfs';

const { abs, fround } = Math;
/** Adding it to an f32 below 2²² rounds that to a whole number, ties to even. */
const rounder = 1.5 * 2 ** 23;

export function levelsOf(bits: 4 | 8): number {
  return 2 ** (bits - 1) - 1;
}

export function encodeLevels(
  bits: 4 | 8,
  values: Float32Array,
  scales: Uint8Array,
  codes: Uint8Array,
): number {
  const levels = levelsOf(bits);
  codes.fill(0);
  for (let start = 0; start < values.length; start += levelBlock) {
    const end = Math.min(start + levelBlock, values.length);
    let largest = 0;
    for (let i = start; i < end; i++) largest = Math.max(largest, abs(values[i]));
    const isZero = largest < smallestBlock;
    writeSingle(scales, (start / levelBlock) * 4, isZero ? 0 : largest / levels);
    const inverse = isZero ? 0 : fround(levels / largest);
    for (let i = start; i < end; i++) {
      const code = fround(fround(values[i] * inverse) + rounder) - rounder;
      if (bits === 8) codes[i] = code;
      else codes[i >> 1] |= (code & 15) << (4 * (i & 1));
    }
  }
  return largestBits(values);
}

export function decodeLevels(
  bits: 4 | 8,
  scales: Uint8Array,
  codes: Uint8Array,
  into: Float32Array,
): boolean {
  const levels = levelsOf(bits);
  let smallest = 0;
  for (let start = 0; start < into.length; start += levelBlock) {
    const end = Math.min(start + levelBlock, into.length);
    const scale = readSingle(scales, (start / levelBlock) * 4);
    for (let i = start; i < end; i++) {
      const code = bits === 8 ? (codes[i] << 24) >> 24 : ((codes[i >> 1] >>> (4 * (i & 1))) << 28) >> 28;
      smallest = Math.min(smallest, code);
      into[i] = code * scale;
    }
  }
  return smallest >= -levels;
}
