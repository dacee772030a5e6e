// How large a part of a sum may be: so that no sum of the largest ring overflows. After k parts an honest partial sum is at
// most k times the largest part, which is a value of f32, so rounding leads to none beyond it. What is beyond it, ∞ or NaN
// was made so by whoever sent it, for it neither adds nor passes on such a thing (PROTOCOL.md S11, S13).
import { maxMembers } from '../membership/view';

/** 2¹²¹: of one element; as the length of a bucket it bounds every element. */
export const largestPart = 2 ** 127 / maxMembers;

/** Is every element, of the f32 whose bits these are, one of a sum of so many parts? Without a branch per element, because
 *  it runs over every segment received: the bits of f32 order their magnitudes, and ∞ and NaN come last. */
export function isBoundedSegment(words: Int32Array, parts: number): boolean {
  const [most] = bitsOf(Float32Array.of(parts * largestPart));
  let beyond = 0;
  for (let i = 0; i < words.length; i++) beyond |= most - (words[i] & 0x7fffffff);
  return beyond >= 0;
}

export function bitsOf(values: Float32Array): Int32Array {
  return new Int32Array(values.buffer, values.byteOffset, values.length);
}
