// Blocks of elements that share one f32 scale: their sizes, and the reading, writing and judging of scales.
import { fail, type Result } from '../base/result';
import { done } from './codec';

/** Elements per scale of int8 and int4: of least squared error for the bits sent, on gradients of three presets and on
 *  Gaussian values (CODECS.md, block-length.test.ts). A segment is a whole number of such blocks. */
export const levelBlock = 128;
/** Elements per scale of a sign: of the largest share of squares kept per bit, on the presets of digits (CODECS.md). */
export const signBlock = 256;
/** A block of smaller magnitudes is sent as zeros: the inverse of its scale could overflow. */
export const smallestBlock = 2 ** -100;

export function blocksOf(count: number, blockLength: number): number {
  return Math.ceil(count / blockLength);
}

const single = new Float32Array(1);
const singleBytes = new Uint8Array(single.buffer);

export function writeSingle(into: Uint8Array, at: number, value: number): void {
  single[0] = value;
  into.set(singleBytes, at);
}

export function readSingle(bytes: Uint8Array, at: number): number {
  for (let i = 0; i < 4; i++) singleBytes[i] = bytes[at + i];
  return single[0];
}

/** Is every scale one that `judgeScale` accepts? */
export function judgeScales(scales: Uint8Array, largest: number): Result<void, 'wrong-scale'> {
  for (let at = 0; at < scales.length; at += 4) {
    const judged = judgeScale(readSingle(scales, at), largest, at / 4);
    if (!judged.ok) return judged;
  }
  return done;
}

/** Is the scale +0 … `largest`? −0 is refused too. `block`: its number, for people. */
export function judgeScale(scale: number, largest: number, block: number): Result<void, 'wrong-scale'> {
  if (scale >= 0 && scale <= largest && !Object.is(scale, -0)) return done;
  return fail('wrong-scale', `the scale of block ${block} is ${format(scale)}, not 0 … ${largest}`);
}

function format(scale: number): string {
  return Object.is(scale, -0) ? '−0' : String(scale);
}
