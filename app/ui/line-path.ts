// Rows to an SVG path, with one decimal of a pixel. The line continues over rows without a value, but not over a gap in
// the steps (`isBroken`), because nothing is known of it.
import type { Row } from '../bridge/series/run-series';

export interface Scale {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

export function linePath(
  rows: readonly Row[],
  key: string,
  scale: Scale,
  isStep: boolean,
  isBroken = true,
): string {
  let path = '';
  let segment: number | undefined;
  for (const row of rows) {
    const value = row[key];
    if (value === undefined) continue;
    const x = tenth(scale.x(row.x));
    const y = tenth(scale.y(value));
    const begins = segment === undefined || (isBroken && segment !== row.segment);
    segment = row.segment;
    if (begins) path += `M${x} ${y}`;
    else path += isStep ? `H${x}V${y}` : `L${x} ${y}`;
  }
  return path;
}

/** Rows ascend by x; undefined when there are none. */
export function nearestRow(rows: readonly Row[], x: number): Row | undefined {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].x < x) low = middle + 1;
    else high = middle;
  }
  const before = rows[low - 1];
  return before && x - before.x < rows[low].x - x ? before : rows[low];
}

/** To a tenth of a pixel. */
export function tenth(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
