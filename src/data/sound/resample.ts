// Sound at another rate: a low-pass of windowed sines (a sinc of 24 zero crossings on either side under a Hann window), so that
// what the lower rate cannot hold is gone and does not come back as another tone. f64 in one order, with the sine of
// trig.ts: the same bits on every engine. Source: J. O. Smith, “Digital Audio Resampling”, CCRMA, 2002.
import { direction } from '../../base/trig';

/** Zero crossings of the sinc on either side of its middle. */
const crossings = 24;
/** The part of the lower rate’s band that passes; the rest is where the filter falls. */
const passed = 0.95;
/** Filters that are kept: ratios of rates with more phases than this meet each filter about once a second. */
const mostKept = 640;

interface Filter {
  /** The input sample, counted from that at or before the output sample, that the first weight is of. */
  readonly from: number;
  readonly weights: Float64Array;
}

/** (⌊n · to / from⌋) samples at the rate `to` (Hz) of n samples at the rate `from` (Hz); silence lies around them. */
export function resample(samples: Float32Array, from: number, to: number): Float32Array {
  if (from === to) return samples;
  const filters = new Map<number, Filter>();
  const phases = to / greatestDivisor(from, to);
  const out = new Float32Array(Math.floor((samples.length * to) / from));
  for (let at = 0; at < out.length; at++) {
    const phase = (at * from) % to;
    const whole = (at * from - phase) / to;
    let filter = filters.get(phase);
    if (!filter) {
      filter = filterOf(phase / to, Math.min(1, to / from));
      if (phases <= mostKept) filters.set(phase, filter);
    }
    const first = whole + filter.from;
    let sum = 0;
    for (let tap = Math.max(0, -first); tap < filter.weights.length && first + tap < samples.length; tap++)
      sum += filter.weights[tap] * samples[first + tap];
    out[at] = sum;
  }
  return out;
}

/** The weights of the input samples around an output sample that lies `fraction` (0 … 1) behind one of them. `band`: the
 *  lower rate over the input's, at most 1. */
function filterOf(fraction: number, band: number): Filter {
  const cut = passed * band;
  const reach = crossings / cut;
  const from = Math.ceil(fraction - reach);
  const weights = new Float64Array(Math.floor(fraction + reach) - from + 1);
  let sum = 0;
  for (let tap = 0; tap < weights.length; tap++) {
    const distance = from + tap - fraction;
    const angle = cut * distance; // half turns
    const sinc = angle === 0 ? 1 : direction(angle / 2).sin / (Math.PI * angle);
    weights[tap] = sinc * (0.5 + 0.5 * direction(distance / (2 * reach)).cos);
    sum += weights[tap];
  }
  for (let tap = 0; tap < weights.length; tap++) weights[tap] /= sum;
  return { from, weights };
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
