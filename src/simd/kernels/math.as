// Arithmetic of four lanes. With relaxed SIMD a multiply–add rounds once where the processor does, so results may differ
// between devices by the last bits (E5).
import {
  exp2, exp3, exp4th, exp5, exp6, exp7, exponentOfInfinity, exponentOfOne, geluCubic, geluCubicSlope, geluLinear,
  highestExponent, half, log2OfE, lowestExponent, minusLn2, minusLn2Rest, one, steepest, steepestTanh,
  tanh3, tanh5, tanh7, tanh9, tanh11,
} from './constants';

/** x·y + z. */
@inline export function madd(x: v128, y: v128, z: v128): v128 {
  if (ASC_FEATURE_RELAXED_SIMD) return f32x4.relaxed_madd(x, y, z);
  return f32x4.add(f32x4.mul(x, y), z);
}

/** The sum of the four lanes. */
@inline export function sumLanes(x: v128): f32 {
  const pairs = f32x4.add(x, v128.shuffle<f32>(x, x, 2, 3, 2, 3));
  return f32x4.extract_lane(pairs, 0) + f32x4.extract_lane(pairs, 1);
}

@inline export function maxLanes(x: v128): f32 {
  const pairs = f32x4.max(x, v128.shuffle<f32>(x, x, 2, 3, 2, 3));
  return max(f32x4.extract_lane(pairs, 0), f32x4.extract_lane(pairs, 1));
}

/** All bits of the first `count` lanes; of all four, if there are more. */
@inline export function laneMask(count: i32): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(count));
}

/** Stores the first `count` lanes; all four, if there are more. */
@inline export function storeLanes(to: usize, x: v128, count: i32): void {
  if (count >= 4) {
    v128.store(to, x);
    return;
  }
  store<f32>(to, f32x4.extract_lane(x, 0));
  if (count > 1) store<f32>(to, f32x4.extract_lane(x, 1), 4);
  if (count > 2) store<f32>(to, f32x4.extract_lane(x, 2), 8);
}

/** ln x of a positive number. Cephes' logf (Moshier 1992): x = 2ᵉ·(1 + m), |m| < 0.42. */
export function log(x: f32): f32 {
  if (!(x > 0) || x == Infinity) return x;
  const bits = reinterpret<u32>(x);
  let e = f32(i32(bits >> 23) - 126);
  let m = reinterpret<f32>((bits & 0x007fffff) | 0x3f000000);
  if (m < 0.70710678) {
    e -= 1;
    m = m + m - 1;
  } else m -= 1;
  const z = m * m;
  let p: f32 = 7.0376836292e-2;
  p = p * m - <f32>1.1514610310e-1;
  p = p * m + <f32>1.1676998740e-1;
  p = p * m - <f32>1.2420140846e-1;
  p = p * m + <f32>1.4249322787e-1;
  p = p * m - <f32>1.6668057665e-1;
  p = p * m + <f32>2.0000714765e-1;
  p = p * m - <f32>2.4999993993e-1;
  p = p * m + <f32>3.3333331174e-1;
  const y = m * z * p - e * <f32>2.12194440e-4 - <f32>0.5 * z;
  return m + y + e * <f32>0.693359375;
}

/** eˣ to two units in the last place. Below −88 it is 0, above 88.4 infinite. */
@inline export function exp4(value: v128): v128 {
  // pmax(a, b) is a where neither is smaller, so NaN stays NaN.
  const x = f32x4.pmin(f32x4.pmax(value, lowestExponent), highestExponent);
  const power = f32x4.floor(madd(x, log2OfE, half));
  let rest = madd(power, minusLn2, x);
  rest = madd(power, minusLn2Rest, rest);
  let sum = madd(exp7, rest, exp6);
  sum = madd(sum, rest, exp5);
  sum = madd(sum, rest, exp4th);
  sum = madd(sum, rest, exp3);
  sum = madd(sum, rest, exp2);
  sum = f32x4.add(madd(sum, f32x4.mul(rest, rest), rest), one);
  // 2^power: exponents 0 (a factor of 0) to 255 (infinite).
  const exponent = i32x4.add(i32x4.trunc_sat_f32x4_s(power), exponentOfOne);
  const bounded = i32x4.max_s(i32x4.min_s(exponent, exponentOfInfinity), i32x4.splat(0));
  return f32x4.mul(sum, i32x4.shl(bounded, 23));
}

/** 1/(1 + e⁻ˣ). */
@inline function sigmoid4(x: v128): v128 {
  return f32x4.div(one, f32x4.add(one, exp4(f32x4.neg(x))));
}

/** Near 0 the polynomial, because 2σ(2x) − 1 has an absolute error of 2⁻²⁴, which is large beside a small x. */
@inline export function tanh4(x: v128): v128 {
  const far = madd(f32x4.splat(2), sigmoid4(f32x4.add(x, x)), f32x4.splat(-1));
  const square = f32x4.mul(x, x);
  let sum = madd(tanh11, square, tanh9);
  sum = madd(sum, square, tanh7);
  sum = madd(sum, square, tanh5);
  sum = madd(sum, square, tanh3);
  const near = madd(f32x4.mul(sum, square), x, x);
  return v128.bitselect(near, far, f32x4.lt(f32x4.abs(x), steepestTanh));
}

/** 2·√(2/π)·(x + 0.044715·x³): GELU is x·sigmoid of it. */
@inline function geluArgument(x: v128): v128 {
  return f32x4.mul(x, madd(f32x4.mul(x, x), geluCubic, geluLinear));
}

@inline export function gelu4(x: v128): v128 {
  return f32x4.mul(x, sigmoid4(geluArgument(x)));
}

/** GELU's derivative. It is 0 or 1 to f32 beyond ±10, where x³ could overflow. */
@inline export function geluSlope4(value: v128): v128 {
  const x = f32x4.pmin(f32x4.pmax(value, f32x4.neg(steepest)), steepest);
  const s = sigmoid4(geluArgument(x));
  const inner = madd(f32x4.mul(x, x), geluCubicSlope, geluLinear);
  const rest = f32x4.sub(s, f32x4.mul(s, s));
  return madd(f32x4.mul(x, rest), inner, s);
}

export const RELU = 1;
export const TANH = 2;
export const GELU = 3;

/** f(x). Relu keeps NaN. */
@inline export function activate(activation: i32, x: v128): v128 {
  if (activation == RELU) return f32x4.pmax(x, f32x4.splat(0));
  if (activation == TANH) return tanh4(x);
  if (activation == GELU) return gelu4(x);
  return x;
}

/** f′ from what the forward pass saved: f(x) for relu and tanh, x for GELU. */
@inline export function slope(activation: i32, saved: v128): v128 {
  if (activation == RELU) return v128.and(f32x4.gt(saved, f32x4.splat(0)), f32x4.splat(1));
  if (activation == TANH) return f32x4.sub(f32x4.splat(1), f32x4.mul(saved, saved));
  return geluSlope4(saved);
}
