// IEEE binary16 of value · 2^−exponent, to nearest even. Beyond ±65,504 the nearest f16 is sent; feedback keeps the rest.
import { fail } from '../base/result';
import { assertRoom, done, judgeLength, judgeValues, powerOfTwo, type Codec } from './codec';
import { codecRules, kindOnly } from './codec-rules';
import type { CodecKernels } from './kernels';

export const fp16 = codecRules({
  schema: kindOnly('fp16'),
  usual: { kind: 'fp16' },
  route: 'owner',
  make: (_, kernels) => fp16Codec(kernels),
});

function fp16Codec(kernels: CodecKernels): Codec {
  const codec: Codec = {
    name: 'fp16',
    encodedBytes: (count) => 2 * count,
    encode(values, exponent, into) {
      assertRoom(codec, values.length, into);
      return judgeValues(values, kernels.encodeHalf(values, powerOfTwo(-exponent), into));
    },
    decode(bytes, exponent, into) {
      const length = judgeLength(codec, bytes, into.length);
      if (!length.ok) return length;
      if (kernels.decodeHalf(bytes, powerOfTwo(exponent), into) < 0x7c00) return done;
      return fail('wrong-value', 'an f16 is ∞ or NaN');
    },
    errorBounds: (values, exponent) => Float64Array.from(values, (value) => halfError(value, exponent)),
  };
  return codec;
}

/** Half a unit: 2⁻¹¹ of the magnitude, or 2⁻²⁵ below 2⁻¹⁴, in units of 2^exponent. Above 65,504 the excess. */
export function halfError(value: number, exponent: number): number {
  const scaled = Math.abs(value) / powerOfTwo(exponent);
  const error = scaled > 65_504 ? scaled - 65_504 : Math.max(scaled * 2 ** -11, 2 ** -25);
  return error * powerOfTwo(exponent);
}
