// Is every value of a segment a number? An exponent of all ones is ∞ or NaN. Without a branch per element, because it
// runs over every segment received: one added to an exponent of all ones carries into the sign bit, else never.

/** Of the f32 whose bits are words [start, end). */
export function isFiniteSegment(words: Int32Array, start = 0, end = words.length): boolean {
  let carried = 0;
  for (let i = start; i < end; i++) carried |= (words[i] & 0x7f800000) + 0x00800000;
  return carried >= 0;
}

export function bitsOf(values: Float32Array): Int32Array {
  return new Int32Array(values.buffer, values.byteOffset, values.length);
}
