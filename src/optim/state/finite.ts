// Is every value a number? By bits: an exponent of all ones is ∞ or NaN. Checked on sums before the update and on
// what the update wrote; NaN never enters replicated state, so its engine-chosen payload bits never matter.
import { wordsOf } from './train-state';

const exponent = 0x7f800000;

/** Of elements [start, end). */
export function allFinite(values: Float32Array, start = 0, end = values.length): boolean {
  return finiteWords(wordsOf(values), start, end);
}

export function finiteWords(words: Uint32Array, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if ((words[i] & exponent) === exponent) return false;
  return true;
}
