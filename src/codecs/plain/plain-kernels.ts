// The specification of all kernels, and the fallback where an engine has no SIMD.
import type { CodecKernels } from '../kernels';
import { decodeBrain, decodeHalf, encodeBrain, encodeHalf, largestBits } from './halfs';
import { decodeLevels, encodeLevels } from './levels';
import { addResidual, takeResidual } from './residuals';
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
