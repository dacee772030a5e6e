// Known answers (as E12 of the update): the digest of what every kernel gives for values of every scale. A thread takes the
// SIMD kernels when they give it, else the plain loops when those do; else this engine must not use a codec.
import { assert } from '../base/assert';
import { hashHex, hashWords } from '../base/hash';
import { prng } from '../base/prng';
import { levelBlock, signBlock } from './block-scale';
import { bitsUnder } from './codec';
import type { CodecKernels } from './kernels';
import { plainKernels } from './plain/plain-kernels';
import { wasmKernels } from './wasm-kernels';

export const knownCodecs = '6873df5a858311e9';

/** A whole piece of the SIMD kernels, a whole block of selection, and ragged ends. */
const length = 16_384 + 4096 + 1024 + 256 + 13;
const factor = 2 ** -3;

let chosen: CodecKernels | undefined;

/** The kernels of this thread; the first call tests them. */
export function chosenKernels(): CodecKernels {
  return (chosen ??= firstExact([wasmKernels(), plainKernels]));
}

/** The first that give the known bits. */
export function firstExact(candidates: readonly (CodecKernels | undefined)[]): CodecKernels {
  const exact = candidates.find((kernels) => kernels && digestOf(kernels) === knownCodecs);
  assert(exact, 'this engine encodes and decodes the known values to the known bits');
  return exact;
}

export function digestOf(kernels: CodecKernels): string {
  const values = anyScale();
  const codes = new Uint8Array(2 * length);
  const scales = new Uint8Array(4 * Math.ceil(length / levelBlock));
  const decoded = new Float32Array(length);
  const parts: number[] = [kernels.largestBits(values)];
  const add = (...results: number[]): void => {
    for (const bytes of [codes, scales]) parts.push(...digestWords(Uint32Array.from(bytes)));
    parts.push(...digestWords(decoded));
    parts.push(...results);
  };
  const halfs = kernels.encodeHalf(values, factor, codes);
  add(halfs, kernels.decodeHalf(codes, 1 / factor, decoded));
  const brains = kernels.encodeBrain(values, codes);
  add(brains, kernels.decodeBrain(codes, decoded));
  for (const bits of [8, 4] as const) {
    const part = codes.subarray(0, Math.ceil((length * bits) / 8));
    const largest = kernels.encodeLevels(bits, values, scales, part);
    add(largest, Number(kernels.decodeLevels(bits, scales, part, decoded)));
  }
  const signs = codes.subarray(0, Math.ceil(length / 8));
  const signScales = scales.subarray(0, 4 * Math.ceil(length / signBlock));
  parts.push(kernels.encodeSigns(values, signScales, signs));
  kernels.decodeSigns(signScales, signs, decoded);
  add();
  const moved = new Float32Array(length);
  kernels.addResidual(values, decoded, 0.75 + 2 ** -20, moved);
  parts.push(...digestWords(moved));
  kernels.takeResidual(moved, values, 96, moved);
  parts.push(...digestWords(moved));
  const places = new Uint16Array(4096);
  for (const [end, kept] of [
    [4096, 64],
    [1031, 500],
    [5, 5],
  ])
    parts.push(kernels.selectLargest(values.subarray(0, end), kept, places), ...places.subarray(0, kept));
  return hashHex(hashWords(Uint32Array.from(parts)));
}

function digestWords(array: Float32Array | Uint32Array): number[] {
  const { lo, hi } = hashWords(array instanceof Float32Array ? bitsUnder(array) : array);
  return [lo, hi];
}

/** Bits of either sign: blocks of one scale, from subnormal to 2¹⁰⁰, and blocks of all scales at once. */
function anyScale(): Float32Array {
  const random = prng('codecs');
  const values = new Float32Array(length);
  const words = bitsUnder(values);
  for (let start = 0; start < length; start += 256) {
    const exponent = random.below(225);
    const isMixed = random.below(4) === 0;
    for (let i = start; i < Math.min(start + 256, length); i++) {
      const own = isMixed ? random.below(225) : Math.max(0, exponent - random.below(8));
      words[i] = (random.below(2) << 31) | (own << 23) | random.below(1 << 23);
      if (random.below(16) === 0) words[i] &= 0x80000000;
      else if (random.below(4) === 0) words[i] &= 0xffffe000; // ties of f16 and of levels
    }
  }
  return values;
}
