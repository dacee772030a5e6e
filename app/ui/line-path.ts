// Lines to SVG paths, with one decimal of a pixel. A line continues over rows without a value, but not over a gap in the
// steps (`isBroken`), because nothing is known of it.
import type { Curves } from '../bridge/series/curves';

export interface Scale {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

export interface PathKind {
  readonly key: string;
  readonly isStep: boolean;
  readonly isBroken: boolean;
}

/** px. A point at the height of the last drawn one is left out, unless the line ends or turns there. */
const flat = 0.2;
/** px. A turn this near to the last drawn point cannot be seen. */
const nearX = 2;

/** A path for each line. */
export function linePaths(curves: Curves, lines: readonly PathKind[], scale: Scale): string[] {
  const x = new Float64Array(curves.x.length);
  for (let row = 0; row < x.length; row++) x[row] = tenth(scale.x(curves.x[row]));
  return lines.map((line) => pathOf(curves, line, x, scale.y));
}

/** `x`: of each row, px. */
function pathOf(
  curves: Curves,
  { key, isStep, isBroken }: PathKind,
  x: Float64Array,
  placeY: Scale['y'],
): string {
  const { segment } = curves;
  const line = curves.line(key);
  const points = curves.points(key);
  const last = line.length - 1;
  const to = (row: number, y: number): string => (isStep ? `H${x[row]}V${y}` : `L${x[row]} ${y}`);
  let path = '';
  let before = -1;
  let endX = NaN;
  let endY = NaN;
  /** The row before, if it was left out, and its height. */
  let leftOut = -1;
  let leftOutY = NaN;
  for (let row = 0; row < line.length; row++) {
    if (!Number.isFinite(line[row]) || (points?.[row] === 0 && row > 0 && row < last)) continue;
    const y = tenth(placeY(line[row]));
    const begins = before < 0 || (isBroken && segment[before] !== segment[row]);
    before = row;
    if (!begins && Math.abs(y - endY) < flat) {
      leftOut = row;
      leftOutY = y;
      continue;
    }
    if (leftOut >= 0 && (begins || (!isStep && x[leftOut] - endX >= nearX))) path += to(leftOut, leftOutY);
    path += begins ? `M${x[row]} ${y}` : to(row, y);
    leftOut = -1;
    endX = x[row];
    endY = y;
  }
  return leftOut < 0 ? path : path + to(leftOut, leftOutY);
}

/** The row with the nearest x; undefined when there are none. */
export function nearestRow({ x }: Pick<Curves, 'x'>, at: number): number | undefined {
  if (x.length === 0) return undefined;
  let low = 0;
  let high = x.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[middle] < at) low = middle + 1;
    else high = middle;
  }
  return low > 0 && at - x[low - 1] < x[low] - at ? low - 1 : low;
}

/** The number to a tenth of a pixel. */
export function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
