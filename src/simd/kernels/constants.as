// Constant vectors of inner loops. V8 builds a constant by three instructions at each use, and reads a variable by one: with
// variables GELU takes two thirds of the time, its slope 0.6. A thread sets them before its first kernel.

/** Below −89, eˣ is 0 in f32; above 89 it is infinite. */
export let lowestExponent: v128 = i32x4.splat(0);
export let highestExponent: v128 = i32x4.splat(0);
export let log2OfE: v128 = i32x4.splat(0);
/** ln 2 in two parts, both negated: the first times a power of two is exact. */
export let minusLn2: v128 = i32x4.splat(0);
export let minusLn2Rest: v128 = i32x4.splat(0);
/** The coefficients of eˣ over |x| ≤ ½·ln 2: Cephes' expf (Moshier 1992), the highest power first. */
export let exp7: v128 = i32x4.splat(0);
export let exp6: v128 = i32x4.splat(0);
export let exp5: v128 = i32x4.splat(0);
export let exp4th: v128 = i32x4.splat(0);
export let exp3: v128 = i32x4.splat(0);
export let exp2: v128 = i32x4.splat(0);
/** The coefficients of tanh x over |x| < 0.625: Cephes' tanhf (Moshier 1992), the highest power first. Above, eˣ is
 *  exact enough. */
export let tanh11: v128 = i32x4.splat(0);
export let tanh9: v128 = i32x4.splat(0);
export let tanh7: v128 = i32x4.splat(0);
export let tanh5: v128 = i32x4.splat(0);
export let tanh3: v128 = i32x4.splat(0);
export let steepestTanh: v128 = i32x4.splat(0);
/** An f32's exponent field: that of 1, and that of infinity. */
export let exponentOfOne: v128 = i32x4.splat(0);
export let exponentOfInfinity: v128 = i32x4.splat(0);
export let one: v128 = i32x4.splat(0);
export let half: v128 = i32x4.splat(0);
/** 2·√(2/π), that times 0.044715, and three times the product. */
export let geluLinear: v128 = i32x4.splat(0);
export let geluCubic: v128 = i32x4.splat(0);
export let geluCubicSlope: v128 = i32x4.splat(0);
/** The bits that a half's sign, exponent and fraction have in an f32, and 2¹¹² (half.as). */
export let halfBits: v128 = i32x4.splat(0);
export let halfScale: v128 = i32x4.splat(0);
/** Beyond ±10 GELU's derivative is 0 or 1 in f32. */
export let steepest: v128 = i32x4.splat(0);

export function setConstants(): void {
  lowestExponent = f32x4.splat(-89);
  highestExponent = f32x4.splat(89);
  log2OfE = f32x4.splat(1.44269504);
  minusLn2 = f32x4.splat(-0.693359375);
  minusLn2Rest = f32x4.splat(2.12194440e-4);
  tanh11 = f32x4.splat(-5.70498872745e-3);
  tanh9 = f32x4.splat(2.06390887954e-2);
  tanh7 = f32x4.splat(-5.37397155531e-2);
  tanh5 = f32x4.splat(1.33314422036e-1);
  tanh3 = f32x4.splat(-3.33332819422e-1);
  steepestTanh = f32x4.splat(0.625);
  exp7 = f32x4.splat(1.9875691500e-4);
  exp6 = f32x4.splat(1.3981999507e-3);
  exp5 = f32x4.splat(8.3334519073e-3);
  exp4th = f32x4.splat(4.1665795894e-2);
  exp3 = f32x4.splat(1.6666665459e-1);
  exp2 = f32x4.splat(5.0000001201e-1);
  exponentOfOne = i32x4.splat(127);
  exponentOfInfinity = i32x4.splat(255);
  one = f32x4.splat(1);
  half = f32x4.splat(0.5);
  geluLinear = f32x4.splat(1.5957691216);
  geluCubic = f32x4.splat(0.0713548162726);
  geluCubicSlope = f32x4.splat(0.2140644488178);
  halfBits = i32x4.splat(0x8fffe000);
  halfScale = f32x4.splat(5.192296858534828e33);
  steepest = f32x4.splat(10);
}
