// Checks by bits that every value is finite: an exponent of all ones is ∞ or NaN. Sums are checked before the update,
// and so is what the update wrote. NaN never enters replicated state, so its engine-chosen payload bits never matter.

const exponent = 0x7f800000;

/** Checks elements [start, end) (E14). */
export function finiteWords(words: Uint32Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if ((words[i] & exponent) === exponent) return false;
  return true;
}
