// The places of the largest magnitudes, by counting: the exponent and three mantissa bits of all values, then the rest of
// the bits among those that are left.
import { bitsUnder } from '../codec';
import { largestBits } from './halfs';

const lowBits = 20;
const counts = new Uint16Array(2 ** (31 - lowBits));
const magnitudes = new Uint32Array(4096);
const candidates = new Uint16Array(4096);

export function selectLargest(values: Float32Array, kept: number, places: Uint16Array): number {
  const words = bitsUnder(values);
  counts.fill(0);
  for (let i = 0; i < words.length; i++) counts[(words[i] & 0x7fffffff) >>> lowBits]++;
  let bin = counts.length - 1;
  for (let above = counts[bin]; above < kept; above += counts[bin]) bin--;
  let count = 0;
  for (let i = 0; i < words.length; i++) {
    const magnitude = words[i] & 0x7fffffff;
    if (magnitude >>> lowBits < bin) continue;
    magnitudes[count] = magnitude;
    candidates[count++] = i;
  }
  const threshold = kthLargest(bin << lowBits, count, kept);
  let ties = kept - countFrom(threshold + 1, count);
  let place = 0;
  for (let i = 0; i < count; i++)
    if (magnitudes[i] > threshold || (magnitudes[i] === threshold && ties-- > 0))
      places[place++] = candidates[i];
  return largestBits(values);
}

/** The largest threshold that at least `kept` candidates reach. */
function kthLargest(least: number, count: number, kept: number): number {
  let threshold = least;
  for (let bit = lowBits - 1; bit >= 0; bit--) {
    const trial = threshold + 2 ** bit;
    if (countFrom(trial, count) >= kept) threshold = trial;
  }
  return threshold;
}

function countFrom(least: number, count: number): number {
  let reached = 0;
  for (let i = 0; i < count; i++) if (magnitudes[i] >= least) reached++;
  return reached;
}
