// IEEE half precision (binary16) by integer bit work, the same on every device: round to nearest, ties to even; past
// 65,519.99 infinite; subnormals kept; NaN stays NaN.

/** Halves' bits of `values` → `into`, of the same length. */
export function toHalves(values: Float32Array, into: Uint16Array): void {
  const words = new Uint32Array(values.buffer, values.byteOffset, values.length);
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    const sign = (word >>> 16) & 0x8000;
    const magnitude = word & 0x7fff_ffff;
    if (magnitude >= 0x3880_0000) {
      // 2⁻¹⁴ and more: rebias the exponent, round 13 bits away (a carry may reach infinity).
      if (magnitude < 0x4780_0000)
        into[i] = sign | ((magnitude - 0x3800_0000 + 0xfff + ((magnitude >>> 13) & 1)) >>> 13);
      else into[i] = sign | (magnitude > 0x7f80_0000 ? 0x7e00 : 0x7c00);
    } else if (magnitude <= 0x3300_0000)
      into[i] = sign; // up to half of 2⁻²⁴
    else {
      const mantissa = (magnitude & 0x7f_ffff) | 0x80_0000;
      const shift = 126 - (magnitude >>> 23);
      into[i] = sign | ((mantissa + (1 << (shift - 1)) - 1 + ((mantissa >>> shift) & 1)) >>> shift);
    }
  }
}

/** Exact. */
export function fromHalves(halves: Uint16Array, into: Float32Array): void {
  const words = new Uint32Array(into.buffer, into.byteOffset, into.length);
  for (let i = 0; i < halves.length; i++) {
    const half = halves[i];
    const sign = (half & 0x8000) << 16;
    const exponent = (half >>> 10) & 0x1f;
    const mantissa = half & 0x3ff;
    if (exponent === 0) into[i] = (sign < 0 ? -mantissa : mantissa) * 2 ** -24;
    else words[i] = sign | ((exponent === 31 ? 0xff : exponent + 112) << 23) | (mantissa << 13);
  }
}
