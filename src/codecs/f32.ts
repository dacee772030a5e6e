// f32 as it is: nothing is lost. Magnitudes are judged, as by every codec.
import { bytesOf } from '../base/bytes';
import { fail } from '../base/result';
import { assertRoom, done, judgeLength, judgeValues, largestValueBits, type Codec } from './codec';
import { codecRules, kindOnly } from './codec-rules';
import type { CodecKernels } from './kernels';

export const f32 = codecRules({
  schema: kindOnly('f32'),
  usual: { kind: 'f32' },
  route: 'owner',
  make: (_, kernels) => f32Codec(kernels),
});

function f32Codec(kernels: CodecKernels): Codec {
  const codec: Codec = {
    name: 'f32',
    encodedBytes: (count) => 4 * count,
    encode(values, _exponent, into) {
      assertRoom(codec, values.length, into);
      into.set(bytesOf(values));
      return judgeValues(values, kernels.largestBits(values));
    },
    decode(bytes, _exponent, into) {
      const length = judgeLength(codec, bytes, into.length);
      if (!length.ok) return length;
      bytesOf(into).set(bytes);
      if (kernels.largestBits(into) <= largestValueBits) return done;
      return fail('wrong-value', 'an f32 is not finite, or its magnitude is above 2¹²⁷');
    },
    errorBounds: (values) => new Float64Array(values.length),
  };
  return codec;
}
