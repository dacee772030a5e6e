// SparseLoCo's compressor (Sarfi et al. 2025, arXiv 2508.15706): the largest magnitudes of each block of 4,096 as 12-bit
// places and 2-bit values with one scale. A value is ±2 or ±3 scales: for Gaussian, Laplace and Student-t tails that ratio
// of levels loses least, or nearly (CODECS.md).
import { fail } from '../base/result';
import { readSingle, writeSingle } from './block-scale';
import { assertRoom, done, judgeLength, judgeValues, largestValue, type Codec } from './codec';
import { codecRules, kindAndShare } from './codec-rules';
import type { CodecKernels } from './kernels';
import {
  forEachKept,
  keptOf,
  placeBytes,
  readPlaces,
  sparseBlock,
  sparseBytes,
  writePlaces,
} from './sparse-blocks';

const scaleBytes = 4;
const [low, high] = [2, 3];
const largestScale = Math.fround(largestValue / high);
/** Each round assigns levels, then takes the scale of least squared error. A third changes less than 1 %. */
const fits = 2;
const places = new Uint16Array(sparseBlock);

/** The shares and β of the paper: the residual takes the place of an outer momentum. */
export const sparseLoco = codecRules({
  schema: kindAndShare('sparse-loco', 0.01, 0.03),
  usual: { kind: 'sparse-loco', share: 1 / 64 },
  route: 'gather',
  localDecay: 0.95,
  make: ({ share }, kernels) => sparseLocoCodec(share, kernels),
});

function sparseLocoCodec(share: number, kernels: CodecKernels): Codec {
  const codeBytes = (kept: number): number => Math.ceil(kept / 4);
  const codec: Codec = {
    name: 'sparse-loco',
    encodedBytes: (count) =>
      sparseBytes(count, share, (kept) => scaleBytes + placeBytes(kept) + codeBytes(kept)),
    encode(values, _exponent, into) {
      assertRoom(codec, values.length, into);
      let largest = 0;
      for (let start = 0, at = 0; start < values.length; start += sparseBlock) {
        const block = values.subarray(start, start + sparseBlock);
        const kept = keptOf(share, block.length);
        largest = Math.max(largest, kernels.selectLargest(block, kept, places));
        const scale = fitScale(block, kept);
        writeSingle(into, at, scale);
        at += scaleBytes;
        writePlaces(places, kept, into, at);
        at += placeBytes(kept);
        into.fill(0, at, at + codeBytes(kept));
        for (let i = 0; i < kept; i++) {
          const value = block[places[i]];
          const code = (value < 0 ? 2 : 0) | (levelOf(Math.abs(value), scale) === high ? 1 : 0);
          into[at + (i >> 2)] |= code << (2 * (i & 3));
        }
        at += codeBytes(kept);
      }
      return judgeValues(values, largest);
    },
    decode(bytes, _exponent, into) {
      const judged = judgeLength(codec, bytes, into.length);
      if (!judged.ok) return judged;
      into.fill(0);
      for (let start = 0, at = 0; start < into.length; start += sparseBlock) {
        const length = Math.min(sparseBlock, into.length - start);
        const kept = keptOf(share, length);
        const scale = readSingle(bytes, at);
        if (!(scale >= 0 && scale <= largestScale) || Object.is(scale, -0))
          return fail('wrong-scale', `the scale of block ${start / sparseBlock} is ${scale}`);
        at += scaleBytes;
        const read = readPlaces(bytes, at, kept, length, places);
        if (!read.ok) return read;
        at += placeBytes(kept);
        if (kept % 4 !== 0 && bytes[at + codeBytes(kept) - 1] >>> (2 * (kept % 4)) !== 0)
          return fail('wrong-padding', 'the bits after the last 2-bit value are not 0');
        for (let i = 0; i < kept; i++) {
          const code = bytes[at + (i >> 2)] >>> (2 * (i & 3));
          const magnitude = (code & 1 ? high : low) * scale;
          into[start + places[i]] = code & 2 ? -magnitude : magnitude;
        }
        at += codeBytes(kept);
      }
      return done;
    },
    // The scale is a mean of |x| / level over the kept values, so a decoded value is within ⅔ of the smallest and 3⁄2 of
    // the largest kept one; 2⁻²² covers the roundings of the scale and of the product.
    errorBounds(values) {
      const bounds = Float64Array.from(values, Math.abs);
      forEachKept(bounds.slice(), share, (index, least, most) => {
        const value = bounds[index];
        const error = Math.max(value - (low / high) * least, (high / low) * most - value);
        const slack = most * 2 ** -22 + 2 ** -147;
        bounds[index] = Math.max(error + slack, value > least ? 0 : value);
      });
      return bounds;
    },
  };
  return codec;
}

function levelOf(magnitude: number, scale: number): number {
  return magnitude >= ((low + high) / 2) * scale ? high : low;
}

/** f64 in the order of the places, then rounded to f32. */
function fitScale(block: Float32Array, kept: number): number {
  let sum = 0;
  for (let i = 0; i < kept; i++) sum += Math.abs(block[places[i]]);
  let scale = sum / kept / ((low + high) / 2);
  for (let fit = 0; fit < fits; fit++) {
    let products = 0;
    let squares = 0;
    for (let i = 0; i < kept; i++) {
      const magnitude = Math.abs(block[places[i]]);
      const level = levelOf(magnitude, scale);
      products += level * magnitude;
      squares += level * level;
    }
    scale = products / squares;
  }
  return Math.fround(Math.min(scale, largestScale));
}
