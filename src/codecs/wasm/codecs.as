// The SIMD kernels of the codecs. AssemblyScript, built into bytes by scripts/build-wasm.mjs. No relaxed SIMD.
export { largestBits, encodeHalf, decodeHalf, encodeBrain, decodeBrain } from './halfs';
export { encodeLevels, decodeLevels, encodeSigns, decodeSigns } from './blocks';
export { selectLargest } from './select';
export { addResidual, takeResidual } from './residuals';
export { multiplyRight, multiplyLeft, reconstruct } from './products';
