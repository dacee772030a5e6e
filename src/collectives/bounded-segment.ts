// The largest part of a sum, chosen so that no sum of the largest ring overflows. An honest partial sum of k parts is at
// most k times the largest part. That bound is a value of f32, so rounding cannot exceed it. An honest member neither adds
// nor passes on a larger value, ∞ or NaN, so the sender of such a value made it (PROTOCOL.md S11, S13).
import { maxMembers } from '../membership/view';

/** 2¹²¹: the bound of one element. A bucket whose norm is at most this keeps the bound in every element. */
export const largestPart = 2 ** 127 / maxMembers;

/** Parts → the bits of the largest value of their sum. */
const mostBits: number[] = [];

/** `words`: the bits of f32 values. Is every value within the bound of a sum of `parts` parts? It runs over every received
 *  segment, so it has no branch per element: the bits of f32 order their magnitudes, and ∞ and NaN come last. */
export function isBoundedSegment(words: Int32Array, parts: number): boolean {
  const most = (mostBits[parts] ??= bitsOf(Float32Array.of(parts * largestPart))[0]);
  let beyond = 0;
  for (let i = 0; i < words.length; i++) beyond |= most - (words[i] & 0x7fffffff);
  return beyond >= 0;
}

export function bitsOf(values: Float32Array): Int32Array {
  return new Int32Array(values.buffer, values.byteOffset, values.length);
}
