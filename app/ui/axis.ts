// Axes that do not jump: round ticks, and a domain that always has a height. A log axis is clamped to what can be
// drawn, so that a zero or a negative value never empties the plot.

export interface Axis {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
}

/** Round ticks covering low … high, about `count` of them; the domain ends on ticks. */
export function linearAxis(low: number, high: number, count = 4): Axis {
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { low: 0, high: 1, ticks: [0, 0.5, 1] };
  if (low === high) {
    const room = Math.abs(low) > 0 ? Math.abs(low) * 0.1 : 1;
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

/** Round ticks inside low … high; the domain is exactly that, as for time. */
export function spanAxis(low: number, high: number, count = 5): Axis {
  const { ticks } = linearAxis(low, high, count);
  if (!Number.isFinite(low) || !Number.isFinite(high) || low === high) return linearAxis(low, high, count);
  return { low, high, ticks: ticks.filter((tick) => tick >= low && tick <= high) };
}

/** Of the positive values: at least one decade high, at most twelve. */
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

function roundStep(raw: number): number {
  const power = 10 ** Math.floor(Math.log10(raw));
  const unit = raw / power;
  return (unit <= 1 ? 1 : unit <= 2 ? 2 : unit <= 2.5 ? 2.5 : unit <= 5 ? 5 : 10) * power;
}
