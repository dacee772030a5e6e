// f16, bf16 and the largest magnitude, four elements at a time. Bits are those of plain/halfs.ts. Arrays are padded: the
// last quad may read and write beyond `length`; what it reads there is 0 (wasm-kernels.ts).

const magnitudeBits: i32 = 0x7fffffff;

@inline
function magnitudeOf(word: v128): v128 {
  return v128.and(word, i32x4.splat(magnitudeBits));
}

export function largestOf(quad: v128): i32 {
  return max(
    max(i32x4.extract_lane(quad, 0), i32x4.extract_lane(quad, 1)),
    max(i32x4.extract_lane(quad, 2), i32x4.extract_lane(quad, 3)),
  );
}

export function largestBits(x: usize, length: i32): i32 {
  let most = i32x4.splat(0);
  for (const end = x + (<usize>length << 2); x < end; x += 16)
    most = i32x4.max_u(most, magnitudeOf(v128.load(x)));
  return largestOf(most);
}

/** f16 bits of four f32, one in each lane. */
@inline
function halfOf(word: v128): v128 {
  const magnitude = i32x4.min_u(magnitudeOf(word), i32x4.splat(0x477fe000));
  // Numbers from 2⁻¹⁴ on: half of the dropped bits is added, minus one where the kept part is even.
  const odd = v128.and(i32x4.shr_u(magnitude, 13), i32x4.splat(1));
  const rounded = i32x4.add(magnitude, i32x4.add(odd, i32x4.splat(0xfff - 0x38000000)));
  const normal = i32x4.shr_u(rounded, 13);
  // Numbers below: 0.5 has units of 2⁻²⁴, so adding it rounds to them.
  const small = i32x4.sub(f32x4.add(magnitude, f32x4.splat(0.5)), i32x4.splat(0x3f000000));
  const isSmall = i32x4.lt_s(magnitude, i32x4.splat(0x38800000));
  const sign = v128.and(i32x4.shr_u(word, 16), i32x4.splat(0x8000));
  return v128.or(v128.bitselect(small, normal, isSmall), sign);
}

export function encodeHalf(x: usize, length: i32, factor: f32, into: usize): i32 {
  let most = i32x4.splat(0);
  const factorQ = f32x4.splat(factor);
  for (const end = x + (<usize>length << 2); x < end; x += 32, into += 16) {
    const a = v128.load(x), b = v128.load(x, 16);
    most = i32x4.max_u(most, i32x4.max_u(magnitudeOf(a), magnitudeOf(b)));
    v128.store(into, i16x8.narrow_i32x4_u(halfOf(f32x4.mul(a, factorQ)), halfOf(f32x4.mul(b, factorQ))));
  }
  return largestOf(most);
}

/** Four f32 of f16 bits, one in each lane; of ∞ and NaN anything. */
@inline
function singleOf(half: v128, factor: v128): v128 {
  const magnitude = v128.and(half, i32x4.splat(0x7fff));
  const normal = i32x4.add(i32x4.shl(magnitude, 13), i32x4.splat(112 << 23));
  const small = f32x4.mul(f32x4.convert_i32x4_s(magnitude), f32x4.splat(<f32>5.9604644775390625e-8)); // 2⁻²⁴
  const isSmall = i32x4.lt_s(magnitude, i32x4.splat(0x400));
  const sign = i32x4.shl(v128.and(half, i32x4.splat(0x8000)), 16);
  return f32x4.mul(v128.or(v128.bitselect(small, normal, isSmall), sign), factor);
}

export function decodeHalf(bytes: usize, length: i32, factor: f32, into: usize): i32 {
  let most = i16x8.splat(0);
  const factorQ = f32x4.splat(factor);
  for (const end = bytes + (<usize>length << 1); bytes < end; bytes += 16, into += 32) {
    const halfs = v128.load(bytes);
    most = i16x8.max_s(most, v128.and(halfs, i16x8.splat(0x7fff)));
    v128.store(into, singleOf(i32x4.extend_low_i16x8_u(halfs), factorQ));
    v128.store(into, singleOf(i32x4.extend_high_i16x8_u(halfs), factorQ), 16);
  }
  return largestOf(i32x4.max_s(i32x4.extend_low_i16x8_s(most), i32x4.extend_high_i16x8_s(most)));
}

@inline
function brainOf(word: v128): v128 {
  const odd = v128.and(i32x4.shr_u(word, 16), i32x4.splat(1));
  return i32x4.shr_u(i32x4.add(word, i32x4.add(odd, i32x4.splat(0x7fff))), 16);
}

export function encodeBrain(x: usize, length: i32, into: usize): i32 {
  let most = i32x4.splat(0);
  for (const end = x + (<usize>length << 2); x < end; x += 32, into += 16) {
    const a = v128.load(x), b = v128.load(x, 16);
    most = i32x4.max_u(most, i32x4.max_u(magnitudeOf(a), magnitudeOf(b)));
    v128.store(into, i16x8.narrow_i32x4_u(brainOf(a), brainOf(b)));
  }
  return largestOf(most);
}

export function decodeBrain(bytes: usize, length: i32, into: usize): i32 {
  let most = i16x8.splat(0);
  for (const end = bytes + (<usize>length << 1); bytes < end; bytes += 16, into += 32) {
    const brains = v128.load(bytes);
    most = i16x8.max_s(most, v128.and(brains, i16x8.splat(0x7fff)));
    v128.store(into, i32x4.shl(i32x4.extend_low_i16x8_u(brains), 16));
    v128.store(into, i32x4.shl(i32x4.extend_high_i16x8_u(brains), 16), 16);
  }
  return largestOf(i32x4.max_s(i32x4.extend_low_i16x8_s(most), i32x4.extend_high_i16x8_s(most)));
}
