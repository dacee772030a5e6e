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

/** A path for each line. All of them share the texts of x. */
export function linePaths(curves: Curves, lines: readonly PathKind[], scale: Scale): string[] {
  const x = Array.from(curves.x, (value) => String(tenth(scale.x(value))));
  return lines.map((line) => pathOf(curves, line, x, scale.y));
}

function pathOf(
  curves: Curves,
  { key, isStep, isBroken }: PathKind,
  x: readonly string[],
  y: Scale['y'],
): string {
  const { segment } = curves;
  const line = curves.line(key);
  let path = '';
  let before = -1;
  for (let row = 0; row < line.length; row++) {
    if (!Number.isFinite(line[row])) continue;
    const height = tenth(y(line[row]));
    const begins = before < 0 || (isBroken && segment[before] !== segment[row]);
    before = row;
    if (begins) path += `M${x[row]} ${height}`;
    else path += isStep ? `H${x[row]}V${height}` : `L${x[row]} ${height}`;
  }
  return path;
}

/** The row with the nearest x; undefined when there are none. */
export function nearestRow({ x }: Curves, at: number): number | undefined {
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

/** To a tenth of a pixel. */
export function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
