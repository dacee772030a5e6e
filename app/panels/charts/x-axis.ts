// The x axis of all charts on the screen: one choice of three.
import { formatCount, formatMs, formatTick } from '../../bridge/words/format';
import type { XAxisKind } from '../../bridge/series/run-series';

export const xWords: Readonly<Record<XAxisKind, string>> = {
  step: 'Step',
  time: 'Time',
  examples: 'Examples',
};

/** In full, for tables and tooltips. */
export function formatX(kind: XAxisKind): (x: number) => string {
  return kind === 'time' ? (seconds) => formatMs(seconds * 1000) : formatCount;
}

export function formatXTick(kind: XAxisKind): (x: number, largest: number) => string {
  return kind === 'time' ? (seconds) => formatMs(seconds * 1000) : formatTick;
}
