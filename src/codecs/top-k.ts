// The largest magnitudes of each block of 4,096, as 12-bit places and f16 values of value · 2^−exponent. f16, not f32: 28
// bits an element, not 44, and feedback keeps what rounding drops. Not bf16: kept values are alike in size, so three more
// bits of precision are worth more than range.
import { fail } from '../base/result';
import { singleBits } from '../base/float16';
import { assertRoom, done, judgeLength, judgeValues, powerOfTwo, type Codec } from './codec';
import { codecRules, kindAndShare } from './codec-rules';
import { halfError } from './floats';
import type { CodecKernels } from './kernels';
import { toHalf } from './plain/halfs';
import {
  forEachKept,
  keptOf,
  placeBytes,
  readPlaces,
  sparseBlock,
  sparseBytes,
  writePlaces,
} from './sparse-blocks';

const places = new Uint16Array(sparseBlock);
const single = new Float32Array(1);
const word = new Uint32Array(single.buffer);

/** A block of 4,096 keeps at least one element. Above a quarter int8 sends fewer bytes. */
export const topK = codecRules({
  schema: kindAndShare('top-k', 2 ** -12, 0.25),
  usual: { kind: 'top-k', share: 1 / 64 },
  route: 'gather',
  make: ({ share }, kernels) => topKCodec(share, kernels),
});

function topKCodec(share: number, kernels: CodecKernels): Codec {
  const codec: Codec = {
    name: 'top-k',
    encodedBytes: (count) => sparseBytes(count, share, (kept) => placeBytes(kept) + 2 * kept),
    encode(values, exponent, into) {
      assertRoom(codec, values.length, into);
      const factor = powerOfTwo(-exponent);
      let largest = 0;
      for (let start = 0, at = 0; start < values.length; start += sparseBlock) {
        const block = values.subarray(start, start + sparseBlock);
        const kept = keptOf(share, block.length);
        largest = Math.max(largest, kernels.selectLargest(block, kept, places));
        writePlaces(places, kept, into, at);
        at += placeBytes(kept);
        for (let i = 0; i < kept; i++) {
          single[0] = block[places[i]] * factor;
          const half = toHalf(word[0]);
          into[at++] = half;
          into[at++] = half >>> 8;
        }
      }
      return judgeValues(values, largest);
    },
    decode(bytes, exponent, into) {
      const judged = judgeLength(codec, bytes, into.length);
      if (!judged.ok) return judged;
      const factor = powerOfTwo(exponent);
      into.fill(0);
      for (let start = 0, at = 0; start < into.length; start += sparseBlock) {
        const length = Math.min(sparseBlock, into.length - start);
        const kept = keptOf(share, length);
        const read = readPlaces(bytes, at, kept, length, places);
        if (!read.ok) return read;
        at += placeBytes(kept);
        for (let i = 0; i < kept; i++, at += 2) {
          const half = bytes[at] | (bytes[at + 1] << 8);
          if ((half & 0x7fff) >= 0x7c00) return fail('wrong-value', `f16 ${i} of a block is ∞ or NaN`);
          word[0] = singleBits(half);
          into[start + places[i]] = single[0] * factor;
        }
      }
      return done;
    },
    errorBounds(values, exponent) {
      const bounds = Float64Array.from(values, Math.abs);
      // One that equals the smallest kept value may be dropped in favour of its equals.
      forEachKept(bounds.slice(), share, (index, least) => {
        const error = halfError(bounds[index], exponent);
        bounds[index] = bounds[index] > least ? error : Math.max(bounds[index], error);
      });
      return bounds;
    },
  };
  return codec;
}
