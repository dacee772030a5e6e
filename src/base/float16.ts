// f32 ↔ f16 (IEEE 754 binary16) by integer arithmetic on bits, so that every engine rounds alike (E3). Rounding is to
// nearest, ties to even, with subnormals kept and overflow to ∞. A NaN stays a quiet NaN of the same sign, with the upper ten payload bits.

/** Bits of the nearest f16 of an f32 given as bits. */
export function halfBits(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000) return sign | 0x7e00 | ((magnitude >>> 13) & 0x3ff);
  if (magnitude >= 0x477ff000) return sign | 0x7c00; // 65,520, halfway to 2¹⁶, and above: ∞
  if (magnitude < 0x38800000) {
    // A number below 2⁻¹⁴: the mantissa with its leading one, shifted to units of 2⁻²⁴.
    const shift = 126 - (magnitude >>> 23);
    if (shift > 24) return sign; // below 2⁻²⁵: less than half a unit
    const mantissa = (magnitude & 0x7fffff) | 0x800000;
    return sign | roundShift(mantissa, shift);
  }
  // The exponent's bias falls from 127 to 15; a carry out of the mantissa rightly raises the exponent.
  return sign | roundShift(magnitude - 0x38000000, 13);
}

/** value / 2^shift to nearest, ties to even. */
function roundShift(value: number, shift: number): number {
  const isOdd = (value >>> shift) & 1;
  return (value + (1 << (shift - 1)) - 1 + isOdd) >>> shift;
}

/** Bits of the f32 equal to an f16 given as bits: exact. */
export function singleBits(half: number): number {
  const sign = (half & 0x8000) << 16;
  const exponent = (half >>> 10) & 0x1f;
  const fraction = half & 0x3ff;
  if (exponent === 31) return (sign | 0x7f800000 | (fraction << 13)) >>> 0;
  if (exponent > 0) return (sign | ((exponent + 112) << 23) | (fraction << 13)) >>> 0;
  if (fraction === 0) return sign >>> 0;
  const shift = Math.clz32(fraction) - 21; // until the leading one stands at bit 10
  return (sign | ((113 - shift) << 23) | (((fraction << shift) & 0x3ff) << 13)) >>> 0;
}

/** The nearest f16 of each value. `into` has as many elements. */
export function toHalfs(values: Float32Array, into = new Uint16Array(values.length)): Uint16Array {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < words.length; i++) into[i] = halfBits(words[i]);
  return into;
}

/** The f32 of each f16. `into` has as many elements. */
export function fromHalfs(halfs: Uint16Array, into = new Float32Array(halfs.length)): Float32Array {
  const words = new Uint32Array(into.buffer, into.byteOffset, into.length);
  for (let i = 0; i < halfs.length; i++) words[i] = singleBits(halfs[i]);
  return into;
}
