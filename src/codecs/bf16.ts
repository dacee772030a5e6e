// The upper half of an f32, to nearest even: f32's range with 8 bits of precision, so it needs no exponent.
import { fail } from '../base/result';
import { assertRoom, done, judgeLength, judgeValues, largestValueBits, type Codec } from './codec';
import { codecRules, kindOnly } from './codec-rules';
import type { CodecKernels } from './kernels';

export const bf16 = codecRules({
  schema: kindOnly('bf16'),
  usual: { kind: 'bf16' },
  route: 'owner',
  make: (_, kernels) => bf16Codec(kernels),
});

function bf16Codec(kernels: CodecKernels): Codec {
  const codec: Codec = {
    name: 'bf16',
    encodedBytes: (count) => 2 * count,
    encode(values, _exponent, into) {
      assertRoom(codec, values.length, into);
      return judgeValues(values, kernels.encodeBrain(values, into));
    },
    decode(bytes, _exponent, into) {
      const length = judgeLength(codec, bytes, into.length);
      if (!length.ok) return length;
      if (kernels.decodeBrain(bytes, into) <= largestValueBits >>> 16) return done;
      return fail('wrong-value', 'a bf16 is not finite, or its magnitude is above 2¹²⁷');
    },
    // Half a unit: 2⁻⁸ of the magnitude, or of the smallest normal number.
    errorBounds: (values) =>
      Float64Array.from(values, (value) => 2 ** -8 * Math.max(Math.abs(value), 2 ** -126)),
  };
  return codec;
}
