// Sound as samples, and the second of it that is an example: mono, at one rate, in 16 bits, wherever it was recorded.
import { resample } from './resample';

export interface Sound {
  /** Samples a second (Hz), an integer. */
  readonly rate: number;
  /** One channel, −1 … 1. */
  readonly samples: Float32Array;
}

/** Samples a second (Hz) of what models hear: enough for 7 kHz. */
export const soundRate = 16_000;
/** The rates (Hz) that recordings and microphones may have. */
export const leastRate = 4000;
export const mostRate = 192_000;

const fullScale = 32_767;

/** The first second (16,000 samples, −32,767 … 32,767), with silence after a shorter sound. Throws a RangeError at a rate
 *  outside `leastRate` … `mostRate`. */
export function secondOf({ rate, samples }: Sound): Int16Array<ArrayBuffer> {
  if (!Number.isInteger(rate) || rate < leastRate || rate > mostRate)
    throw new RangeError(`a rate of ${rate} Hz`);
  const second = new Int16Array(soundRate);
  const resampled = resample(samples.subarray(0, rate), rate, soundRate);
  for (let at = 0; at < second.length; at++) {
    const level = Math.round(fullScale * (resampled[at] ?? 0));
    second[at] = Math.max(-fullScale, Math.min(fullScale, level));
  }
  return second;
}

/** The largest size of a sample, 0 … 1. */
export function peakOf(samples: Float32Array): number {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  return peak;
}
