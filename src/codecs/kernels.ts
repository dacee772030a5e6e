// The loops over all elements. plain/*.ts is their specification, wasm/*.as gives the same bits, and self-test.ts chooses.
// Bytes are little-endian at any alignment. An encoder returns the largest magnitude of its values as f32 bits: above that
// of `largestValue` its output is undefined.

export interface CodecKernels {
  /** The largest magnitude as bits; NaN is above ∞. */
  largestBits(values: Float32Array): number;
  /** f16 of value · factor, a power of two; beyond 65,504 it is ±65,504. */
  encodeHalf(values: Float32Array, factor: number, into: Uint8Array): number;
  /** Values · factor. Returns the largest f16 magnitude as bits. */
  decodeHalf(bytes: Uint8Array, factor: number, into: Float32Array): number;
  encodeBrain(values: Float32Array, into: Uint8Array): number;
  /** Returns the largest bf16 magnitude as bits. */
  decodeBrain(bytes: Uint8Array, into: Float32Array): number;
  /** 8 bits: codes of −127 … 127, one scale per block. 4 bits: −7 … 7. */
  encodeLevels(bits: 4 | 8, values: Float32Array, scales: Uint8Array, codes: Uint8Array): number;
  /** False: a code is −128, or −8 at 4 bits. */
  decodeLevels(bits: 4 | 8, scales: Uint8Array, codes: Uint8Array, into: Float32Array): boolean;
  encodeSigns(values: Float32Array, scales: Uint8Array, signs: Uint8Array): number;
  decodeSigns(scales: Uint8Array, signs: Uint8Array, into: Float32Array): void;
  /** Writes the ascending places of the `kept` largest magnitudes of at most 4,096 values; the lower of equal ones wins. */
  selectLargest(values: Float32Array, kept: number, places: Uint16Array): number;
  /** into = values + residual · weight, an f32; `into` may be either. */
  addResidual(values: Float32Array, residual: Float32Array, weight: number, into: Float32Array): void;
  /** into = (sent − decoded) / unit, an f32; `into` may be `sent`. */
  takeResidual(sent: Float32Array, decoded: Float32Array, unit: number, into: Float32Array): void;
}
