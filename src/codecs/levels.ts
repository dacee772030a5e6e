// int8 and int4: blocks of 128 with one f32 scale each, then codes of −127 … 127 or −7 … 7. All scales come first.
import { fail } from '../base/result';
import { blocksOf, judgeScales, levelBlock, smallestBlock } from './block-scale';
import { assertRoom, done, judgeLength, judgeValues, largestValue, type Codec } from './codec';
import { rulesOfKind } from './codec-rules';
import type { CodecKernels } from './kernels';
import { levelsOf } from './plain/levels';

export const int8 = rulesOfKind('int8', 'owner', (kernels) => levelsCodec(8, kernels));
export const int4 = rulesOfKind('int4', 'owner', (kernels) => levelsCodec(4, kernels));

function levelsCodec(bits: 4 | 8, kernels: CodecKernels): Codec {
  const levels = levelsOf(bits);
  const scaleBytes = (count: number): number => 4 * blocksOf(count, levelBlock);
  const codec: Codec = {
    name: `int${bits}`,
    encodedBytes: (count) => scaleBytes(count) + Math.ceil((count * bits) / 8),
    encode(values, _exponent, into) {
      assertRoom(codec, values.length, into);
      const codesAt = scaleBytes(values.length);
      const scales = into.subarray(0, codesAt);
      return judgeValues(values, kernels.encodeLevels(bits, values, scales, into.subarray(codesAt)));
    },
    decode(bytes, _exponent, into) {
      const length = judgeLength(codec, bytes, into.length);
      if (!length.ok) return length;
      const scales = bytes.subarray(0, scaleBytes(into.length));
      const codes = bytes.subarray(scales.length);
      const judged = judgeScales(scales, Math.fround(largestValue / levels));
      if (!judged.ok) return judged;
      if (bits === 4 && into.length % 2 === 1 && codes[codes.length - 1] >>> 4 !== 0)
        return fail('wrong-padding', 'the half byte after the last code is not 0');
      if (kernels.decodeLevels(bits, scales, codes, into)) return done;
      return fail('wrong-value', `a code is below −${levels}`);
    },
    // Half a level, and six roundings to f32 of at most 127 levels: 127 · 6 · 2⁻²⁴ is below 2⁻¹⁴.
    errorBounds(values) {
      const bounds = new Float64Array(values.length);
      for (let start = 0; start < values.length; start += levelBlock) {
        const block = values.subarray(start, start + levelBlock);
        const largest = block.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
        const bound = largest < smallestBlock ? largest : (largest / levels) * (0.5 + 2 ** -14);
        bounds.fill(bound, start, start + block.length);
      }
      return bounds;
    },
  };
  return codec;
}
