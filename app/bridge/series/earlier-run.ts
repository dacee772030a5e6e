// A finished run, drawn as a faint line behind the next one. It keeps its smoothed loss at a few hundred rows. The line
// is read at the next run's own x, so that it unfolds beside that run and never squeezes it.
import type { RunConfig } from '../../../src/replica/protocol';
import { keptRows } from './decimate';
import type { XAxisKind } from './run-series';
import { smoothed } from './smoothing';

const buckets = 120;
/** The smoothing of the line, whatever the dial says. */
export const earlierSmoothing = 0.9;

export interface EarlierRun {
  /** undefined when this page never received the run's settings. */
  readonly config: RunConfig | undefined;
  readonly x: Readonly<Record<XAxisKind, Float64Array>>;
  readonly loss: Float64Array;
}

/** undefined when there are too few rows for a line. */
export function earlierRun(
  config: RunConfig | undefined,
  x: (kind: XAxisKind) => Float64Array,
  loss: Float64Array,
): EarlierRun | undefined {
  if (loss.length < 2) return undefined;
  const smooth = smoothed(loss, earlierSmoothing);
  const rows = keptRows(loss.length, [smooth], buckets);
  const pick = (values: Float64Array): Float64Array => Float64Array.from(rows, (row) => values[row]);
  return {
    config,
    x: {
      step: pick(x('step')),
      time: pick(x('time')),
      examples: pick(x('examples')),
      bytes: pick(x('bytes')),
      flop: pick(x('flop')),
    },
    loss: pick(smooth),
  };
}

/** The line's height at `at`; undefined outside it. `xs` ascends. */
export function lineAt(xs: Float64Array, ys: Float64Array, at: number): number | undefined {
  const last = xs.length - 1;
  if (last < 0 || at < xs[0] || at > xs[last]) return undefined;
  let low = 0;
  let high = last;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (xs[middle] <= at) low = middle;
    else high = middle;
  }
  const width = xs[high] - xs[low];
  const y = width > 0 ? ys[low] + ((at - xs[low]) / width) * (ys[high] - ys[low]) : ys[low];
  return Number.isFinite(y) ? y : undefined;
}
