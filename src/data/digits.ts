// Digits that look handwritten, drawn by the program so that a room works without any file: 28 × 28 pixels, ten
// classes. Example i of a seed is a pure function of (seed, i). Its arithmetic is integers and + − × ÷ √, equal on
// every engine.
import { prng, type Prng } from '../base/prng';
import type { Dataset } from './dataset';
import { labelledDataset } from './labelled-dataset';
import { digitGlyphs } from './digit-glyphs';
import { digitSide, drawGlyph, type Segment } from './digit-strokes';

const pixelsPerDigit = digitSide * digitSide;
/** Some two milliseconds. */
const digitsPerPart = 64;

/** Some milliseconds at a time. */
export function* digitDatasetInParts(examples: number, seed: number): Generator<undefined, Dataset> {
  const pixels = new Uint8Array(examples * pixelsPerDigit);
  const labels = new Uint8Array(examples);
  for (let i = 0; i < examples; i++) {
    if (i % digitsPerPart === 0) yield;
    labels[i] = drawDigit(seed, i, pixels.subarray(i * pixelsPerDigit, (i + 1) * pixelsPerDigit));
  }
  const inputShape = [digitSide, digitSide];
  return labelledDataset({ name: 'digits', inputShape, classes: 10, values: pixels, labels });
}

/** Draws example `index` into `pixels` (28, 28), where 255 is full ink. Returns its label. */
export function drawDigit(seed: number, index: number, pixels: Uint8Array): number {
  const random = prng('digits', seed, index);
  const label = random.below(10);
  const glyphs = digitGlyphs[label];
  cover(drawGlyph(glyphs[random.below(glyphs.length)], random));
  develop(random, pixels);
  return label;
}

/** The ink of the digit that is being drawn: the share of each pixel that the pen covers, 0 … 1. (28, 28) */
const ink = new Float64Array(pixelsPerDigit);
/** Two for each pixel. */
const grains = new Float64Array(2 * pixelsPerDigit);

/** Fills `ink`, with a ramp of one pixel at the pen's edge. */
function cover(segments: readonly Segment[]): void {
  ink.fill(0);
  for (const { x0, y0, x1, y1, radius } of segments) {
    const reach = radius + 0.5;
    const dx = x1 - x0;
    const dy = y1 - y0;
    const inverse = 1 / (dx * dx + dy * dy + 1e-12);
    const left = Math.max(0, Math.floor(Math.min(x0, x1) - reach));
    const right = Math.min(digitSide - 1, Math.ceil(Math.max(x0, x1) + reach));
    const top = Math.max(0, Math.floor(Math.min(y0, y1) - reach));
    const bottom = Math.min(digitSide - 1, Math.ceil(Math.max(y0, y1) + reach));
    for (let row = top; row <= bottom; row++)
      for (let column = left; column <= right; column++) {
        const x = column + 0.5 - x0;
        const y = row + 0.5 - y0;
        const along = (x * dx + y * dy) * inverse;
        const t = along < 0 ? 0 : along > 1 ? 1 : along; // nearest point of the segment
        const ox = x - t * dx;
        const oy = y - t * dy;
        const squared = ox * ox + oy * oy;
        if (squared >= reach * reach) continue;
        const covered = Math.min(1, reach - Math.sqrt(squared));
        const at = row * digitSide + column;
        if (covered > ink[at]) ink[at] = covered;
      }
  }
}

/** Turns ink into bytes. Some pens are paler, and every sheet has a little grain. */
function develop(random: Prng, pixels: Uint8Array): void {
  const strength = 0.75 + 0.25 * random.float();
  const grain = 0.12 * random.float();
  random.floats(grains);
  for (let i = 0; i < ink.length; i++) {
    const value = strength * ink[i] + grain * (grains[2 * i] + grains[2 * i + 1] - 1);
    pixels[i] = value <= 0 ? 0 : value >= 1 ? 255 : 255 * value + 0.5;
  }
}
