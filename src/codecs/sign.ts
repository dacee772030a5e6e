// One bit per element and, per block of 256, the mean magnitude (1-bit SGD; Seide et al. 2014, Karimireddy et al. 2019).
// Signs of members do not add: contributions are gathered.
import { fail } from '../base/result';
import { blocksOf, judgeScales, signBlock } from './block-scale';
import { assertRoom, done, judgeLength, judgeValues, largestValue, type Codec } from './codec';
import { rulesOfKind } from './codec-rules';
import type { CodecKernels } from './kernels';

export const sign = rulesOfKind('sign', 'gather', signCodec);

function signCodec(kernels: CodecKernels): Codec {
  const scaleBytes = (count: number): number => 4 * blocksOf(count, signBlock);
  const codec: Codec = {
    name: 'sign',
    encodedBytes: (count) => scaleBytes(count) + Math.ceil(count / 8),
    encode(values, _exponent, into) {
      assertRoom(codec, values.length, into);
      const signsAt = scaleBytes(values.length);
      return judgeValues(
        values,
        kernels.encodeSigns(values, into.subarray(0, signsAt), into.subarray(signsAt)),
      );
    },
    decode(bytes, _exponent, into) {
      const length = judgeLength(codec, bytes, into.length);
      if (!length.ok) return length;
      const scales = bytes.subarray(0, scaleBytes(into.length));
      const signs = bytes.subarray(scales.length);
      const judged = judgeScales(scales, largestValue);
      if (!judged.ok) return judged;
      if (into.length % 8 !== 0 && signs[signs.length - 1] >>> (into.length % 8) !== 0)
        return fail('wrong-padding', 'the bits after the last sign are not 0');
      kernels.decodeSigns(scales, signs, into);
      return done;
    },
    // The distance to the mean, which is at most half a unit of f32 wrong after the f64 sum.
    errorBounds(values) {
      const bounds = new Float64Array(values.length);
      for (let start = 0; start < values.length; start += signBlock) {
        const block = values.subarray(start, start + signBlock);
        const mean = block.reduce((sum, value) => sum + Math.abs(value), 0) / block.length;
        const slack = mean * 2 ** -23 + 2 ** -149;
        for (let i = 0; i < block.length; i++)
          bounds[start + i] = Math.abs(Math.abs(block[i]) - mean) + slack;
      }
      return bounds;
    },
  };
  return codec;
}
