// f16, as the matrices of a base are stored, widened to f32: exact, subnormals too. Exponent and fraction of a half, moved to
// those of an f32, are its value times 2⁻¹¹². Numbers that are not finite are never stored.
import { halfBits, halfScale } from './constants';

/** Four halves, in the lower half of the vector. */
@inline function widened(halves: v128): v128 {
  const bits = i32x4.shl(i32x4.extend_low_i16x8_s(halves), 13);
  return f32x4.mul(v128.and(bits, halfBits), halfScale);
}

@inline function widenedOne(half: u32): f32 {
  return reinterpret<f32>(((half & 0x8000) << 16) | ((half & 0x7fff) << 13)) * <f32>5.192296858534828e33; // 2¹¹²
}

/** The bytes of an element are two to this power. */
@inline export function shiftOf(isHalf: i32): i32 {
  return isHalf ? 1 : 2;
}

/** Four elements of a tensor. */
@inline export function loadFour(at: usize, isHalf: i32): v128 {
  return isHalf ? widened(v128.load64_zero(at)) : v128.load(at);
}

@inline export function loadOne(at: usize, isHalf: i32): f32 {
  return isHalf ? widenedOne(load<u16>(at)) : load<f32>(at);
}
