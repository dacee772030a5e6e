// SparseLoCo's compressor (Sarfi et al. 2025, arXiv 2508.15706): the largest magnitudes of each block of 4,096 as 12-bit
// places and 2-bit values with one scale. A value is ±2 or ±3 scales: for Gaussian, Laplace and Student-t tails that ratio
// of levels loses least, or nearly (CODECS.md).
import { fail } from '../base/result';
import { judgeScale, readSingle, writeSingle } from './block-scale';
import { done, largestValue, type Codec } from './codec';
import { codecRules, kindAndShare } from './codec-rules';
import type { CodecKernels } from './kernels';
import { forEachKept, placeBytes, sparseCodec } from './sparse-blocks';

const scaleBytes = 4;
const [low, high] = [2, 3];
const largestScale = Math.fround(largestValue / high);
/** Each round assigns levels, then takes the scale of least squared error. A third changes less than 1 %. */
const fits = 2;
/** The values of a block's codes: bit 0 is the level, bit 1 the sign. */
const decodedCodes = new Float32Array(4);

/** The shares and β of the paper: the residual takes the place of an outer momentum. */
export const sparseLoco = codecRules({
  schema: kindAndShare('sparse-loco', 0.01, 0.03),
  usual: { kind: 'sparse-loco', share: 1 / 64 },
  route: 'gather',
  localDecay: 0.95,
  make: ({ share }, kernels) => sparseLocoCodec(share, kernels),
});

function sparseLocoCodec(share: number, kernels: CodecKernels): Codec {
  return sparseCodec(share, kernels, {
    name: 'sparse-loco',
    headBytes: scaleBytes,
    valueBytes: (kept) => (kept + 3) >> 2,
    write(values, _exponent, into, at) {
      const scale = fitScale(values);
      writeSingle(into, at, scale);
      const codesAt = at + scaleBytes + placeBytes(values.length);
      for (let i = 0; i < values.length; i++) {
        const value = values[i];
        const code = (value < 0 ? 2 : 0) | (levelOf(Math.abs(value), scale) === high ? 1 : 0);
        into[codesAt + (i >> 2)] |= code << (2 * (i & 3));
      }
    },
    read(bytes, at, _exponent, values, block) {
      const scale = readSingle(bytes, at);
      const judged = judgeScale(scale, largestScale, block);
      if (!judged.ok) return judged;
      const kept = values.length;
      const codesAt = at + scaleBytes + placeBytes(kept);
      if (kept % 4 !== 0 && bytes[codesAt + (kept >> 2)] >>> (2 * (kept % 4)) !== 0)
        return fail('wrong-padding', 'the bits after the last 2-bit value are not 0');
      for (let code = 0; code < 4; code++)
        decodedCodes[code] = (code & 1 ? high : low) * (code & 2 ? -scale : scale);
      for (let i = 0; i < kept; i++)
        values[i] = decodedCodes[(bytes[codesAt + (i >> 2)] >>> (2 * (i & 3))) & 3];
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
  });
}

function levelOf(magnitude: number, scale: number): number {
  return magnitude >= ((low + high) / 2) * scale ? high : low;
}

/** f64 in the order of the places, then rounded to f32. */
function fitScale(values: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += Math.abs(values[i]);
  let scale = sum / values.length / ((low + high) / 2);
  for (let fit = 0; fit < fits; fit++) {
    let products = 0;
    let squares = 0;
    for (let i = 0; i < values.length; i++) {
      const magnitude = Math.abs(values[i]);
      const level = levelOf(magnitude, scale);
      products += level * magnitude;
      squares += level * level;
    }
    scale = products / squares;
  }
  return Math.fround(Math.min(scale, largestScale));
}
