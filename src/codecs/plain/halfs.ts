// f16 and bf16 in integer arithmetic, to nearest, ties to even.
import { halfBits, singleBits } from '../../base/float16';
import { bitsUnder } from '../codec';

const single = new Float32Array(1);
const word = bitsUnder(single);
/** 65,504: the largest f16. */
const largestHalf = 0x477fe000;

export function largestBits(values: Float32Array): number {
  const words = bitsUnder(values);
  let largest = 0;
  for (let i = 0; i < words.length; i++) {
    const magnitude = words[i] & 0x7fffffff;
    if (magnitude > largest) largest = magnitude;
  }
  return largest;
}

export function encodeHalf(values: Float32Array, factor: number, into: Uint8Array): number {
  for (let i = 0; i < values.length; i++) {
    single[0] = values[i] * factor;
    const half = toHalf(word[0]);
    into[2 * i] = half;
    into[2 * i + 1] = half >>> 8;
  }
  return largestBits(values);
}

function toHalf(bits: number): number {
  return halfBits((bits & 0x80000000) | Math.min(bits & 0x7fffffff, largestHalf));
}

export function decodeHalf(bytes: Uint8Array, factor: number, into: Float32Array): number {
  let largest = 0;
  for (let i = 0; i < into.length; i++) {
    const half = bytes[2 * i] | (bytes[2 * i + 1] << 8);
    word[0] = singleBits(half);
    into[i] = single[0] * factor;
    if ((half & 0x7fff) > largest) largest = half & 0x7fff;
  }
  return largest;
}

export function encodeBrain(values: Float32Array, into: Uint8Array): number {
  const words = bitsUnder(values);
  for (let i = 0; i < words.length; i++) {
    const brain = (words[i] + 0x7fff + ((words[i] >>> 16) & 1)) >>> 16;
    into[2 * i] = brain;
    into[2 * i + 1] = brain >>> 8;
  }
  return largestBits(values);
}

export function decodeBrain(bytes: Uint8Array, into: Float32Array): number {
  const words = bitsUnder(into);
  let largest = 0;
  for (let i = 0; i < words.length; i++) {
    const brain = bytes[2 * i] | (bytes[2 * i + 1] << 8);
    words[i] = brain << 16;
    largest = Math.max(largest, brain & 0x7fff);
  }
  return largest;
}
