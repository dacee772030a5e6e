// Numbers of 16 bits as f32, exactly: IEEE half precision, and bfloat16, which is the upper half of an f32.
import type { Dtype } from './safetensors-header';

export function widened(bytes: ArrayBuffer, dtype: Exclude<Dtype, 'F64'>): Float32Array {
  switch (dtype) {
    case 'F32':
      return new Float32Array(bytes);
    case 'F16':
      return Float32Array.from(new Uint16Array(bytes), halfOf);
    case 'BF16':
      return new Float32Array(Uint32Array.from(new Uint16Array(bytes), (bits) => bits << 16).buffer);
    case 'U8':
    case 'BOOL':
      return Float32Array.from(new Uint8Array(bytes));
    default:
      return dtype satisfies never;
  }
}

/** 1 bit of sign, 5 of exponent, 10 of fraction. */
function halfOf(bits: number): number {
  const sign = bits & 0x8000 ? -1 : 1;
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
}
