// Axes that do not jump: round ticks, and a domain that always has a height. A log axis is clamped to what can be
// drawn, so that a zero or a negative value never empties the plot.

export interface Axis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** A span below this share of the values is rounding (an average of equal values), not a difference to draw. */
const leastSpan = 1e-9;
/** Smaller than any value shown: drawn as 0. Keeps the arithmetic clear of subnormal numbers. */
const leastSize = 1e-290;

/** Round ticks covering low … high, about `count` of them; the domain ends on ticks. */
export function linearAxis(low: number, high: number, count = 4): Axis {
  if (!Number.isFinite(low + high) || !Number.isFinite(high - low))
    return { low: 0, high: 1, ticks: [0, 0.5, 1] };
  const size = Math.max(Math.abs(low), Math.abs(high));
  if (high - low <= Math.max(leastSpan * size, leastSize)) {
    const room = size > leastSize ? size * 0.1 : 1;
    return linearAxis(low - room, high + room, count);
  }
  const step = roundStep((high - low) / count);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  const ticks = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
  return { low: ticks[0], high: ticks[ticks.length - 1], ticks };
}

/** Round ticks inside low … high. The domain is exactly low … high, as for time. For counts, only whole ticks. */
export function spanAxis(low: number, high: number, isCounted = false, count = 5): Axis {
  const axis = linearAxis(low, high, count);
  const ticks = axis.ticks.filter((tick) => !isCounted || Number.isInteger(tick));
  const isSpan = high - low > leastSpan * Math.max(Math.abs(low), Math.abs(high));
  return isSpan
    ? { low, high, ticks: ticks.filter((tick) => tick >= low && tick <= high) }
    : { ...axis, ticks };
}

/** Ahead of data that grow, by at most a sixteenth of a tick: until they reach it the picture need not move. */
export function endAhead(low: number, high: number, count = 5): number {
  if (!(high - low > leastSpan * Math.max(Math.abs(low), Math.abs(high)))) return high;
  const quantum = roundStep((high - low) / count) / 16;
  return Math.ceil(high / quantum - 1e-9) * quantum;
}

/** The domain of the positive values: at least one decade high, at most twelve. */
export function logAxis(low: number, high: number): Axis {
  const top = Number.isFinite(high) && high > 0 ? high : 1;
  const bottom = Math.max(Number.isFinite(low) && low > 0 ? low : top / 10, top / 1e12);
  const first = Math.floor(Math.log10(bottom) + 1e-9);
  const last = Math.max(first + 1, Math.ceil(Math.log10(top) - 1e-9));
  const every = Math.ceil((last - first) / 6);
  const ticks: number[] = [];
  for (let power = first; power <= last; power += every) ticks.push(Number(`1e${power}`));
  return { low: Number(`1e${first}`), high: Number(`1e${last}`), ticks };
}

/** Every k-th tick, with the smallest k that leaves `leastGap` between two: the ticks stay regular and round. */
export function thinTicks({ low, high, ticks }: Axis, leastGap: number): Axis {
  if (ticks.length < 2) return { low, high, ticks };
  const step = (ticks[ticks.length - 1] - ticks[0]) / (ticks.length - 1);
  const every = Math.ceil(leastGap / step - 1e-9);
  const first = Math.round(ticks[0] / step);
  const kept = ticks.filter((_, index) => (first + index) % every === 0);
  return { low, high, ticks: kept.length > 0 ? kept : ticks.slice(-1) };
}

function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const unit = raw / power;
  return (unit <= 1 ? 1 : unit <= 2 ? 2 : unit <= 2.5 ? 2.5 : unit <= 5 ? 5 : 10) * power;
}
