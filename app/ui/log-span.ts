// A logarithmic x axis whose domain is exactly what is shown. It is clamped: what is not above zero lies at its left end, so
// a time of 0 never empties the plot.
import { spanAxis, type Axis } from './axis';

/** Where an x lies on an axis, and back. */
export interface Placing {
  readonly to: (x: number) => number;
  readonly from: (place: number) => number;
}

export const plainPlacing: Placing = { to: (x) => x, from: (place) => place };

/** Where the data begin at 0, so much of their end is the left end. */
const shownShare = 1e-4;

export function logPlacing(low: number, high: number): Placing {
  const least = low > 0 ? low : high > 0 ? high * shownShare : 1;
  return { to: (x) => Math.log10(Math.max(x, least)), from: (place) => 10 ** place };
}

/** Ticks at 1, 2, 5, 10 …, or at powers of ten, at least `leastGap` decades apart. A span within one such step has the ticks
 *  of a linear one. */
export function logSpanAxis(low: number, high: number, leastGap: number, isCounted = false): Axis {
  const { to, from } = logPlacing(low, high);
  const [first, last] = [to(low), Math.max(to(high), to(low) + 1e-9)];
  const least = low > 0 ? low : from(first);
  const most = last > to(high) ? from(last) : high;
  const every = Math.max(1, Math.ceil(leastGap - 1e-9));
  const steps = leastGap <= Math.log10(2) + 1e-9 ? [1, 2, 5] : [1];
  const ticks: number[] = [];
  for (let power = Math.floor(first); power <= last; power++) {
    if (steps.length === 1 && power % every !== 0) continue;
    for (const step of steps) ticks.push(Number(`${step}e${power}`));
  }
  const inside = ticks.filter(
    (tick) =>
      tick >= least * (1 - 1e-9) && tick <= most * (1 + 1e-9) && (!isCounted || Number.isInteger(tick)),
  );
  return {
    low: least,
    high: most,
    ticks: inside.length > 1 ? inside : fewTicks(least, most, leastGap, isCounted),
  };
}

/** The ticks of a narrow part: linear ones as far apart as labels need. */
function fewTicks(low: number, high: number, leastGap: number, isCounted: boolean): readonly number[] {
  const kept: number[] = [];
  for (const tick of spanAxis(low, high, isCounted).ticks)
    if (tick > 0 && (kept.length === 0 || Math.log10(tick / kept[kept.length - 1]) >= leastGap))
      kept.push(tick);
  return kept;
}
