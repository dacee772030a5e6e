// The largest magnitudes of each block of 4,096, as 12-bit places and f16 values of value · 2^−exponent. f16, not f32: 28
// bits an element, not 44, and feedback keeps what rounding drops. Not bf16: kept values are alike in size, so three more
// bits of precision are worth more than range.
import { fail } from '../base/result';
import { done, powerOfTwo, type Codec } from './codec';
import { codecRules, kindAndShare } from './codec-rules';
import { halfError } from './floats';
import type { CodecKernels } from './kernels';
import { forEachKept, placeBytes, sparseCodec } from './sparse-blocks';

/** A block of 4,096 keeps at least one element. Above a quarter int8 sends fewer bytes. */
export const topK = codecRules({
  schema: kindAndShare('top-k', 2 ** -12, 0.25),
  usual: { kind: 'top-k', share: 1 / 64 },
  route: 'gather',
  make: ({ share }, kernels) => topKCodec(share, kernels),
});

function topKCodec(share: number, kernels: CodecKernels): Codec {
  return sparseCodec(share, kernels, {
    name: 'top-k',
    headBytes: 0,
    valueBytes: (kept) => 2 * kept,
    write(values, exponent, into, at) {
      kernels.encodeHalf(values, powerOfTwo(-exponent), codesOf(into, at, values.length));
    },
    read(bytes, at, exponent, values) {
      const codes = codesOf(bytes, at, values.length);
      const isFinite = kernels.decodeHalf(codes, powerOfTwo(exponent), values) < 0x7c00;
      return isFinite ? done : fail('wrong-value', 'an f16 of a block is ∞ or NaN');
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
  });
}

/** The f16 values of a block that begins at `bytes[at]`. */
function codesOf(bytes: Uint8Array, at: number, kept: number): Uint8Array {
  const codesAt = at + placeBytes(kept);
  return bytes.subarray(codesAt, codesAt + 2 * kept);
}
