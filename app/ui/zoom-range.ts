// Which part of the x axis a chart shows: pure arithmetic on ranges. A range lies within all of the data and never gets
// too narrow to hold a point.

export type Range = readonly [low: number, high: number];

/** Narrower than this share of the data, a line is two points. */
const leastShare = 1e-4;
const zoomFactor = 2;
const panShare = 0.25;

/** undefined: all of it. */
export function zoomTo([a, b]: Range, [low, high]: Range): Range | undefined {
  const from = Math.max(low, Math.min(a, b));
  const to = Math.min(high, Math.max(a, b));
  const least = leastShare * (high - low);
  if (!(to > from) || !(high > low)) return undefined;
  if (to - from >= high - low) return undefined;
  if (to - from >= least) return [from, to];
  const middle = Math.min(Math.max((from + to) / 2, low + least / 2), high - least / 2);
  return [middle - least / 2, middle + least / 2];
}

/** Moves a range within the data, its width unchanged. */
export function pan([from, to]: Range, by: number, [low, high]: Range): Range {
  const shift = Math.min(Math.max(by, low - from), high - to);
  return [from + shift, to + shift];
}

export type ZoomKey = 'in' | 'out' | 'left' | 'right' | 'all';

/** The key that a chart acts on; undefined: it leaves the key to the browser. */
export function zoomKey(key: string, isShift: boolean): ZoomKey | undefined {
  if (key === '+' || key === '=') return 'in';
  if (key === '-' || key === '_') return 'out';
  if (key === '0' || key === 'Escape') return 'all';
  if (isShift && key === 'ArrowLeft') return 'left';
  if (isShift && key === 'ArrowRight') return 'right';
  return undefined;
}

/** The range after a key. Zooming keeps `around` where it is. undefined: all of the data. */
export function afterKey(
  key: ZoomKey,
  shown: Range,
  all: Range,
  around = (shown[0] + shown[1]) / 2,
): Range | undefined {
  const [from, to] = shown;
  const width = to - from;
  switch (key) {
    case 'in':
      return zoomTo([around - (around - from) / zoomFactor, around + (to - around) / zoomFactor], all);
    case 'out':
      return zoomTo([around - (around - from) * zoomFactor, around + (to - around) * zoomFactor], all);
    case 'left':
      return zoomTo(pan(shown, -panShare * width, all), all);
    case 'right':
      return zoomTo(pan(shown, panShare * width, all), all);
    case 'all':
      return undefined;
    default:
      return key satisfies never;
  }
}
