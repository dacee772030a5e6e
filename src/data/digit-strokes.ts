// One drawing of a glyph by one person. The control points are shaken, bent, slanted, rotated, stretched and placed
// on the 28 × 28 sheet. Catmull–Rom curves, cut into short segments, join them. Only f64 + − × ÷, so every engine
// draws the same.
import type { Prng } from '../base/prng';
import type { Glyph } from './digit-glyphs';
import { direction } from '../base/trig';

export const digitSide = 28;

/** Pixels; `radius` is half the pen's width at the segment. */
export interface Segment {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
  readonly radius: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

const shake = 0.04; // standard deviation of a control point, in boxes
const margin = 3; // pixels kept free around the pen's centre line
const piecesPerSpan = 6;

export function drawGlyph(glyph: Glyph, random: Prng): Segment[] {
  const place = hand(glyph, random);
  const strokes = shaken(glyph, random).map((stroke) => stroke.map(place));
  fit(strokes, random);

  const radius = between(random, 0.75, 1.75);
  const taper = between(random, -0.25, 0.25); // thinner or thicker towards a stroke's end
  const segments: Segment[] = [];
  for (const stroke of strokes) {
    const curve = smooth(stroke);
    for (let i = 0; i + 1 < curve.length; i++) {
      const along = i / (curve.length - 1) - 0.5;
      const [from, to] = [curve[i], curve[i + 1]];
      segments.push({ x0: from.x, y0: from.y, x1: to.x, y1: to.y, radius: radius * (1 + taper * along) });
    }
  }
  return segments;
}

/** Moves every control point a little. Points at the same place move together, so corners stay closed. */
function shaken(glyph: Glyph, random: Prng): Point[][] {
  const seen: { readonly at: Point; readonly moved: Point }[] = [];
  return glyph.strokes.map((numbers) => {
    const stroke: Point[] = [];
    for (let i = 0; i < numbers.length; i += 2) {
      const at = { x: numbers[i], y: numbers[i + 1] };
      let entry = seen.find((other) => other.at.x === at.x && other.at.y === at.y);
      if (!entry) {
        const moved = { x: at.x + shake * random.normal(), y: at.y + shake * random.normal() };
        entry = { at, moved };
        seen.push(entry);
      }
      stroke.push(entry.moved);
    }
    return stroke;
  });
}

/** This drawing's map from the box to pixels around the origin. */
function hand(glyph: Glyph, random: Prng): (point: Point) => Point {
  const height = between(random, 15, 21);
  const width = height * glyph.aspect * between(random, 0.75, 1.25);
  const slant = 0.22 * random.normal() + 0.1; // most people slant to the right
  const bend = between(random, -0.25, 0.25);
  const { cos, sin } = direction(random.normal() * 0.02);
  return ({ x, y }) => {
    const v = height * (y - 0.5);
    const u = width * (x - 0.5 + bend * (y - 0.5) * (y - 0.5)) - slant * v;
    return { x: cos * u - sin * v, y: sin * u + cos * v };
  };
}

/** Moves the strokes, in place, to about the middle of the sheet. Shrinks them if they would leave it. */
function fit(strokes: Point[][], random: Prng): void {
  const all = strokes.flat();
  const left = all.reduce((least, { x }) => Math.min(least, x), Infinity);
  const right = all.reduce((most, { x }) => Math.max(most, x), -Infinity);
  const top = all.reduce((least, { y }) => Math.min(least, y), Infinity);
  const bottom = all.reduce((most, { y }) => Math.max(most, y), -Infinity);
  const room = digitSide - 2 * margin;
  const scale = Math.min(1, room / (right - left), room / (bottom - top));
  const slackX = (room - scale * (right - left)) / 2;
  const slackY = (room - scale * (bottom - top)) / 2;
  const x0 = digitSide / 2 + Math.min(slackX, 2.5) * between(random, -1, 1) - (scale * (left + right)) / 2;
  const y0 = digitSide / 2 + Math.min(slackY, 2.5) * between(random, -1, 1) - (scale * (top + bottom)) / 2;
  for (const stroke of strokes)
    stroke.forEach(({ x, y }, i) => (stroke[i] = { x: x0 + scale * x, y: y0 + scale * y }));
}

/** A uniform Catmull–Rom curve through all points, cut into straight pieces. */
function smooth(points: readonly Point[]): Point[] {
  const curve: Point[] = [points[0]];
  for (let i = 0; i + 1 < points.length; i++) {
    const before = points[Math.max(0, i - 1)];
    const from = points[i];
    const to = points[i + 1];
    const after = points[Math.min(points.length - 1, i + 2)];
    for (let piece = 1; piece <= piecesPerSpan; piece++) {
      const t = piece / piecesPerSpan;
      curve.push({
        x: catmullRom(before.x, from.x, to.x, after.x, t),
        y: catmullRom(before.y, from.y, to.y, after.y, t),
      });
    }
  }
  return curve;
}

function catmullRom(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

function between(random: Prng, low: number, high: number): number {
  return low + (high - low) * random.float();
}
