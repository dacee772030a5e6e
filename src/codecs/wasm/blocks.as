// int8, int4 and signs: blocks of elements that share a scale. Bits are those of plain/levels.ts and plain/signs.ts. Arrays
// are padded to whole blocks; what is read beyond `length` is 0 (wasm-kernels.ts).
import { largestOf } from './halfs';

const levelBlock: i32 = 128;
const signBlock: i32 = 256;
/** Bits of 2⁻¹⁰⁰. */
const smallestBits: i32 = 27 << 23;
const rounder: f32 = 12582912; // 1.5 · 2²³
const rounderBits: i32 = 0x4b400000;

/** Largest magnitudes of one block, as bits per lane. */
@inline
function largestOfBlock(x: usize): v128 {
  let most = i32x4.splat(0), other = i32x4.splat(0);
  for (const end = x + 4 * levelBlock; x < end; x += 32) {
    most = i32x4.max_u(most, v128.and(v128.load(x), i32x4.splat(0x7fffffff)));
    other = i32x4.max_u(other, v128.and(v128.load(x, 16), i32x4.splat(0x7fffffff)));
  }
  return i32x4.max_u(most, other);
}

@inline
function codeOf(x: v128, inverse: v128): v128 {
  return i32x4.sub(f32x4.add(f32x4.mul(x, inverse), f32x4.splat(rounder)), i32x4.splat(rounderBits));
}

@inline
function codesOf(x: usize, inverse: v128): v128 {
  return i8x16.narrow_i16x8_s(
    i16x8.narrow_i32x4_s(codeOf(v128.load(x), inverse), codeOf(v128.load(x, 16), inverse)),
    i16x8.narrow_i32x4_s(codeOf(v128.load(x, 32), inverse), codeOf(v128.load(x, 48), inverse)),
  );
}

/** `bits`: 4 or 8. Each codec's loop stands by itself, so that no test stands within. */
export function encodeLevels(bits: i32, x: usize, length: i32, scales: usize, codes: usize): i32 {
  const levels: f32 = bits == 8 ? 127 : 7;
  let all: i32 = 0;
  for (let start = 0; start < length; start += levelBlock, scales += 4) {
    const bitsOfLargest = largestOf(largestOfBlock(x));
    all = max(all, bitsOfLargest);
    const largest = reinterpret<f32>(bitsOfLargest);
    const isZero = bitsOfLargest < smallestBits;
    store<f32>(scales, isZero ? 0 : largest / levels);
    const inverse = f32x4.splat(isZero ? 0 : levels / largest);
    const end = x + 4 * levelBlock;
    if (bits == 8)
      for (; x < end; x += 64, codes += 16) v128.store(codes, codesOf(x, inverse));
    else
      for (; x < end; x += 128, codes += 16) {
        const a = v128.and(codesOf(x, inverse), i8x16.splat(15));
        const b = v128.and(codesOf(x + 64, inverse), i8x16.splat(15));
        v128.store(codes, i8x16.narrow_i16x8_u(paired(a), paired(b)));
      }
  }
  return all;
}

/** Neighbouring codes as one byte, the first in the low half, in lanes of 16 bits. */
@inline
function paired(codes: v128): v128 {
  const low = v128.and(codes, i16x8.splat(0x00ff));
  return v128.or(low, v128.and(i16x8.shr_u(codes, 4), i16x8.splat(0x00f0)));
}

@inline
function storeQuad(into: usize, codes: v128, scale: v128): void {
  v128.store(into, f32x4.mul(f32x4.convert_i32x4_s(codes), scale));
}

@inline
function storeLevels(into: usize, codes: v128, scale: v128): void {
  const low = i16x8.extend_low_i8x16_s(codes), high = i16x8.extend_high_i8x16_s(codes);
  storeQuad(into, i32x4.extend_low_i16x8_s(low), scale);
  storeQuad(into + 16, i32x4.extend_high_i16x8_s(low), scale);
  storeQuad(into + 32, i32x4.extend_low_i16x8_s(high), scale);
  storeQuad(into + 48, i32x4.extend_high_i16x8_s(high), scale);
}

/** 0: a code is −128, or −8 at 4 bits. */
export function decodeLevels(bits: i32, scales: usize, codes: usize, length: i32, into: usize): i32 {
  let least = i8x16.splat(0);
  for (let start = 0; start < length; start += levelBlock, scales += 4) {
    const scale = f32x4.splat(load<f32>(scales));
    const end = into + 4 * levelBlock;
    if (bits == 8)
      for (; into < end; into += 64, codes += 16) {
        const all = v128.load(codes);
        least = i8x16.min_s(least, all);
        storeLevels(into, all, scale);
      }
    else
      for (; into < end; into += 128, codes += 16) {
        const all = v128.load(codes);
        const even = i8x16.shr_s(i8x16.shl(all, 4), 4), odd = i8x16.shr_s(all, 4);
        least = i8x16.min_s(least, i8x16.min_s(even, odd));
        storeLevels(into, v128.shuffle<u8>(even, odd, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23), scale);
        storeLevels(
          into + 64,
          v128.shuffle<u8>(even, odd, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
          scale,
        );
      }
  }
  const bound = i8x16.splat(bits == 8 ? -127 : -7);
  return i32(!v128.any_true(i8x16.lt_s(least, bound)));
}

export function encodeSigns(x: usize, length: i32, scales: usize, signs: usize): i32 {
  let most = i32x4.splat(0);
  const magnitude = i32x4.splat(0x7fffffff);
  for (let left = length; left > 0; left -= signBlock, scales += 4) {
    let s01 = f64x2.splat(0), s23 = f64x2.splat(0);
    for (const end = x + (<usize>min(left, signBlock) << 2); x < end; x += 32, signs++) {
      const a = v128.load(x), b = v128.load(x, 16);
      store<u8>(signs, i32x4.bitmask(a) | (i32x4.bitmask(b) << 4));
      const absA = v128.and(a, magnitude), absB = v128.and(b, magnitude);
      most = i32x4.max_u(most, i32x4.max_u(absA, absB));
      s01 = f64x2.add(s01, f64x2.promote_low_f32x4(absA));
      s23 = f64x2.add(s23, f64x2.promote_low_f32x4(v128.shuffle<u64>(absA, absA, 1, 0)));
      s01 = f64x2.add(s01, f64x2.promote_low_f32x4(absB));
      s23 = f64x2.add(s23, f64x2.promote_low_f32x4(v128.shuffle<u64>(absB, absB, 1, 0)));
    }
    const sum =
      f64x2.extract_lane(s01, 0) + f64x2.extract_lane(s01, 1) +
      (f64x2.extract_lane(s23, 0) + f64x2.extract_lane(s23, 1));
    store<f32>(scales, <f32>(sum / <f64>min(left, signBlock)));
  }
  return largestOf(most);
}

export function decodeSigns(scales: usize, signs: usize, length: i32, into: usize): void {
  for (let start = 0; start < length; start += signBlock, scales += 4) {
    const scale = v128.load32_splat(scales);
    for (const end = into + 4 * min(signBlock, length - start); into < end; into += 32, signs++) {
      const bits = i32x4.splat(load<u8>(signs));
      const low = v128.and(bits, i32x4(1, 2, 4, 8)), high = v128.and(bits, i32x4(16, 32, 64, 128));
      const zero = i32x4.splat(0), sign = i32x4.splat(<i32>0x80000000);
      v128.store(into, v128.xor(scale, v128.and(sign, i32x4.gt_s(low, zero))));
      v128.store(into, v128.xor(scale, v128.and(sign, i32x4.gt_s(high, zero))), 16);
    }
  }
}
