// The specification of all kernels, and the fallback where an engine has no SIMD.
import type { CodecKernels } from '../kernels';
import { decodeBrain, decodeHalf, encodeBrain, encodeHalf, largestBits } from './halfs';
import { decodeLevels, encodeLevels } from './levels';
import { selectLargest } from './select-largest';
import { decodeSigns, encodeSigns } from './signs';

export const plainKernels: CodecKernels = {
  largestBits,
  encodeHalf,
  decodeHalf,
  encodeBrain,
  decodeBrain,
  encodeLevels,
  decodeLevels,
  encodeSigns,
  decodeSigns,
  selectLargest,
  addResidual,
  takeResidual,
};

/** The two loops of error feedback (Seide et al. 2014; Karimireddy et al. 2019), in f32, each result rounded by itself. */
function addResidual(values: Float32Array, residual: Float32Array, weight: number, into: Float32Array): void {
  for (let i = 0; i < values.length; i++) into[i] = values[i] + Math.fround(residual[i] * weight);
}

function takeResidual(sent: Float32Array, decoded: Float32Array, unit: number, into: Float32Array): void {
  for (let i = 0; i < sent.length; i++) into[i] = Math.fround(sent[i] - decoded[i]) / unit;
}
