// One bit per element, 1 where the sign bit is set, and per block the mean magnitude: an f64 sum in four lanes as a norm's
// (E10), divided by the count and rounded to f32.
import { readSingle, signBlock, writeSingle } from '../block-scale';
import { bitsUnder } from '../codec';
import { largestBits } from './halfs';

export function encodeSigns(values: Float32Array, scales: Uint8Array, signs: Uint8Array): number {
  const words = bitsUnder(values);
  signs.fill(0);
  for (let start = 0; start < values.length; start += signBlock) {
    const end = Math.min(start + signBlock, values.length);
    const sums = [0, 0, 0, 0];
    for (let i = start; i < end; i++) {
      sums[i & 3] += Math.abs(values[i]);
      signs[i >> 3] |= (words[i] >>> 31) << (i & 7);
    }
    const sum = sums[0] + sums[1] + (sums[2] + sums[3]);
    writeSingle(scales, (start / signBlock) * 4, sum / (end - start));
  }
  return largestBits(values);
}

export function decodeSigns(scales: Uint8Array, signs: Uint8Array, into: Float32Array): void {
  for (let start = 0; start < into.length; start += signBlock) {
    const end = Math.min(start + signBlock, into.length);
    const scale = readSingle(scales, (start / signBlock) * 4);
    for (let i = start; i < end; i++) into[i] = (signs[i >> 3] >>> (i & 7)) & 1 ? -scale : scale;
  }
}
