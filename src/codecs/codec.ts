// What every codec of gradients offers: a pure map from f32 values to bytes and back. Layouts and bounds: CODECS.md.
// Encoding is local. Decoding feeds replicated state, so it is exact: the same bytes give the same f32 everywhere (E3).
import { assert, InvariantError } from '../base/assert';
import { fail, ok, type Result } from '../base/result';

export type EncodeCode = 'not-finite' | 'too-large';
export type DecodeCode = 'wrong-length' | 'wrong-scale' | 'wrong-index' | 'wrong-value' | 'wrong-padding';

export interface Codec {
  readonly name: string;
  /** Exact, for any count from 0. */
  encodedBytes(count: number): number;
  /** Fills `into`, of exactly `encodedBytes` bytes. f16 numbers hold value · 2^−exponent; f32 ones need no exponent.
   *  Refuses NaN, ∞ and magnitudes above `largestValue`; then `into` is undefined. */
  encode(values: Float32Array, exponent: number, into: Uint8Array): Result<void, EncodeCode>;
  /** Fills `into` with finite values of at most `largestValue`, or refuses; then `into` is undefined. */
  decode(bytes: Uint8Array, exponent: number, into: Float32Array): Result<void, DecodeCode>;
  /** The largest difference, for each element, between the value and what `decode` gives of its encoding. */
  errorBounds(values: Float32Array, exponent: number): Float64Array;
}

/** The largest magnitude that is encoded or decoded: an honest sum of the largest ring (PROTOCOL.md S11). */
export const largestValue = 2 ** 127;
export const largestValueBits = 0x7f000000;

/** 65,504 · 2¹¹¹ is below `largestValue`, and 2⁻²⁴ · 2⁻¹¹¹ is an f32: decoding undoes the exponent exactly. */
export const largestExponent = 111;

export const done: Result<void, never> = ok(undefined);

/** 2^exponent, exact. */
export function powerOfTwo(exponent: number): number {
  const power = powers[exponent + largestExponent] as number | undefined;
  if (power !== undefined) return power;
  throw new InvariantError(
    `exponent ${exponent} is a whole number of −${largestExponent} … ${largestExponent}`,
  );
}
const powers = new Float32Array(
  Uint32Array.from({ length: 2 * largestExponent + 1 }, (_, i) => (i - largestExponent + 127) << 23).buffer,
);

/** The bits under f32 values. */
export function bitsUnder(values: Float32Array): Uint32Array {
  return new Uint32Array(values.buffer, values.byteOffset, values.length);
}

/** `largestBits`: the largest magnitude of the values, as bits. */
export function judgeValues(values: Float32Array, largestBits: number): Result<void, EncodeCode> {
  if (largestBits <= largestValueBits) return done;
  const index = values.findIndex((value) => !(Math.abs(value) <= largestValue));
  const code = Number.isFinite(values[index]) ? 'too-large' : 'not-finite';
  return fail(code, `element ${index} is ${values[index]}; a codec takes magnitudes of at most 2¹²⁷`);
}

/** Throws: the caller made `into`. */
export function assertRoom(codec: Codec, count: number, into: Uint8Array): void {
  const expected = codec.encodedBytes(count);
  const says = `${into.byteLength} bytes for ${count} elements, of which ${codec.name} makes ${expected}`;
  assert(into.byteLength === expected, says);
}

export function judgeLength(codec: Codec, bytes: Uint8Array, count: number): Result<void, 'wrong-length'> {
  const expected = codec.encodedBytes(count);
  if (bytes.byteLength === expected) return done;
  const message = `${bytes.byteLength} bytes, but ${codec.name} sends ${expected} for ${count} elements`;
  return fail('wrong-length', message);
}
