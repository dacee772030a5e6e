// The codecs that send every element as a number of its own. f32 is sent as it is, so nothing is lost. fp16 is IEEE binary16
// of value · 2^−exponent, to nearest even; beyond ±65,504 the nearest f16 is sent, and feedback keeps the rest. bf16 is the
// upper half of an f32, to nearest even: f32's range with 8 bits of precision, so it needs no exponent.
import { bytesOf } from '../base/bytes';
import { fail } from '../base/result';
import {
  assertRoom,
  done,
  judgeLength,
  judgeValues,
  largestValueBits,
  powerOfTwo,
  type Codec,
} from './codec';
import { rulesOfKind } from './codec-rules';
import type { CodecKernels } from './kernels';

interface Format {
  readonly bytes: number;
  /** Returns the largest magnitude of the values, as bits of an f32. */
  encode(kernels: CodecKernels, values: Float32Array, exponent: number, into: Uint8Array): number;
  /** Returns the largest magnitude sent, as bits of the format. */
  decode(kernels: CodecKernels, bytes: Uint8Array, exponent: number, into: Float32Array): number;
  /** The largest bits that are no error, and what a larger number is. */
  readonly largest: number;
  readonly refusal: string;
  error(value: number, exponent: number): number;
}

const formats = {
  f32: {
    bytes: 4,
    encode(kernels, values, _exponent, into) {
      into.set(bytesOf(values));
      return kernels.largestBits(values);
    },
    decode(kernels, bytes, _exponent, into) {
      bytesOf(into).set(bytes);
      return kernels.largestBits(into);
    },
    largest: largestValueBits,
    refusal: 'an f32 is not finite, or its magnitude is above 2¹²⁷',
    error: () => 0,
  },
  fp16: {
    bytes: 2,
    encode: (kernels, values, exponent, into) => kernels.encodeHalf(values, powerOfTwo(-exponent), into),
    decode: (kernels, bytes, exponent, into) => kernels.decodeHalf(bytes, powerOfTwo(exponent), into),
    largest: 0x7bff,
    refusal: 'an f16 is ∞ or NaN',
    error: halfError,
  },
  bf16: {
    bytes: 2,
    encode: (kernels, values, _exponent, into) => kernels.encodeBrain(values, into),
    decode: (kernels, bytes, _exponent, into) => kernels.decodeBrain(bytes, into),
    largest: largestValueBits >>> 16,
    refusal: 'a bf16 is not finite, or its magnitude is above 2¹²⁷',
    // Half a unit: 2⁻⁸ of the magnitude, or of the smallest normal number.
    error: (value) => 2 ** -8 * Math.max(Math.abs(value), 2 ** -126),
  },
} as const satisfies Readonly<Record<string, Format>>;

export const f32 = rulesOfKind('f32', 'owner', (kernels) => floatsCodec('f32', kernels));
export const fp16 = rulesOfKind('fp16', 'owner', (kernels) => floatsCodec('fp16', kernels));
export const bf16 = rulesOfKind('bf16', 'owner', (kernels) => floatsCodec('bf16', kernels));

function floatsCodec(name: keyof typeof formats, kernels: CodecKernels): Codec {
  const format: Format = formats[name];
  const codec: Codec = {
    name,
    encodedBytes: (count) => format.bytes * count,
    encode(values, exponent, into) {
      assertRoom(codec, values.length, into);
      return judgeValues(values, format.encode(kernels, values, exponent, into));
    },
    decode(bytes, exponent, into) {
      const length = judgeLength(codec, bytes, into.length);
      if (!length.ok) return length;
      if (format.decode(kernels, bytes, exponent, into) <= format.largest) return done;
      return fail('wrong-value', format.refusal);
    },
    errorBounds: (values, exponent) => Float64Array.from(values, (value) => format.error(value, exponent)),
  };
  return codec;
}

/** Half a unit: 2⁻¹¹ of the magnitude, or 2⁻²⁵ below 2⁻¹⁴, in units of 2^exponent. Above 65,504 the excess. */
export function halfError(value: number, exponent: number): number {
  const scaled = Math.abs(value) / powerOfTwo(exponent);
  const error = scaled > 65_504 ? scaled - 65_504 : Math.max(scaled * 2 ** -11, 2 ** -25);
  return error * powerOfTwo(exponent);
}
