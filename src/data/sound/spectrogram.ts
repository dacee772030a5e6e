// A second of sound as a picture: time runs to the right, pitch upwards, and a pixel is the loudness of a band of pitches (mel)
// for a moment, on a fixed scale of decibels. So the same sound is the same picture for each member, whatever was played
// before. Bits are equal on every engine: f64 + − × ÷, the sine of trig.ts, and loudness by comparison instead of a logarithm.
import { direction } from '../../base/trig';
import { transform } from './fourier';
import { soundRate } from './sound';

/** Rows and columns of the picture. */
export const spectrogramSide = 32;

/** Samples of one column: 64 ms, under a Hann window. */
const windowSize = 1024;
const lowestHz = 60;
const highestHz = 7000;
/** Decibels of the darkest and the brightest pixel; 0 dB is a sine of full scale. Microphones without automatic gain record
 *  speech between −70 and −20 dB a band. */
const quietestDb = -90;
const loudestDb = -10;
/** The energy from which a pixel is 1, halfway to its loudness: 10^((−90 + 80 · 0.5/255)/10). */
const leastEnergy = 1.036779197060366e-9;
/** The energy of one pixel value over that of the value below: 10^((80/255)/10). */
const energyRatio = 1.0749111034571373;
/** The energy of a sine spreads over neighbours under a Hann window, one and a half times as much in all. */
const spread = 1.5;

/** The loudness (dB) that a pixel value 0 … 255 stands for. */
export function decibelsOf(pixel: number): number {
  return quietestDb + ((loudestDb - quietestDb) * pixel) / 255;
}

/** (32, 32) of 0 … 255, the highest band first. `second`: 16,000 samples of 16 bits. */
export function spectrogram(second: Int16Array): Uint8Array<ArrayBuffer> {
  const { hann, gain } = windowOf();
  const bands = bandsOf();
  const picture = new Uint8Array(spectrogramSide ** 2);
  for (let column = 0; column < spectrogramSide; column++) {
    const start = Math.round((column * (soundRate - windowSize)) / (spectrogramSide - 1));
    const real = new Float64Array(windowSize);
    for (let at = 0; at < windowSize; at++) real[at] = (hann[at] * second[start + at]) / 32_767;
    const imaginary = new Float64Array(windowSize);
    transform(real, imaginary);
    for (const [band, { from, weights }] of bands.entries()) {
      let energy = 0;
      for (const [at, weight] of weights.entries()) {
        const [re, im] = [real[from + at], imaginary[from + at]];
        energy += weight * (re * re + im * im);
      }
      picture[(spectrogramSide - 1 - band) * spectrogramSide + column] = pixelOf(gain * energy);
    }
  }
  return picture;
}

interface Band {
  /** The first line of the transform that counts. */
  readonly from: number;
  readonly weights: readonly number[];
}

let window: { readonly hann: Float64Array; readonly gain: number } | undefined;

/** The window, and what makes the energy of a sine of full scale 1. */
function windowOf(): NonNullable<typeof window> {
  if (window) return window;
  const hann = Float64Array.from(
    { length: windowSize },
    (_, at) => 0.5 - 0.5 * direction(at / windowSize).cos,
  );
  const half = hann.reduce((sum, weight) => sum + weight, 0) / 2;
  return (window = { hann, gain: 1 / (half * half * spread) });
}

let bandList: readonly Band[] | undefined;

/** Triangles of equal width on the scale of mel (O’Shaughnessy, 1987: 2595 · log10(1 + f/700)), each up to the middles of its
 *  neighbours; the lowest first. */
function bandsOf(): readonly Band[] {
  if (bandList) return bandList;
  const lineHz = soundRate / windowSize;
  const mel = (hz: number): number => 2595 * Math.log10(1 + hz / 700);
  const step = (mel(highestHz) - mel(lowestHz)) / (spectrogramSide + 1);
  // Whole hertz: engines may differ in the last bit of a logarithm.
  const edges = Array.from({ length: spectrogramSide + 2 }, (_, at) =>
    Math.round(700 * (10 ** ((mel(lowestHz) + at * step) / 2595) - 1)),
  );
  return (bandList = Array.from({ length: spectrogramSide }, (_, band) => {
    const [low, middle, high] = edges.slice(band, band + 3);
    const from = Math.ceil(low / lineHz);
    const weights: number[] = [];
    for (let line = from; line * lineHz < high; line++) {
      const hz = line * lineHz;
      weights.push(hz <= middle ? (hz - low) / (middle - low) : (high - hz) / (high - middle));
    }
    return { from, weights };
  }));
}

let steps: Float64Array | undefined;

/** The number of the 255 steps of energy that this energy reaches. */
function pixelOf(energy: number): number {
  if (!steps) {
    steps = new Float64Array(255);
    for (let at = 0, step = leastEnergy; at < 255; at++, step *= energyRatio) steps[at] = step;
  }
  let [reached, above] = [0, 255];
  while (reached < above) {
    const middle = (reached + above) >> 1;
    if (energy >= steps[middle]) reached = middle + 1;
    else above = middle;
  }
  return reached;
}
