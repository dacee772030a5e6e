// The x axis of all charts on the screen: one choice of five.
import { formatBytes, formatCount, formatMs, formatShort, formatTick } from '../../bridge/words/format';
import type { XAxisKind } from '../../bridge/series/run-series';

export const xWords: Readonly<Record<XAxisKind, string>> = {
  step: 'Step',
  time: 'Time',
  examples: 'Examples',
  bytes: 'Sent by this replica',
  flop: 'FLOP of the ring',
};

export function xChoices(termTitle: string): readonly (readonly [kind: XAxisKind, words: string])[] {
  return [
    ['step', 'Steps'],
    ['time', 'Time'],
    ['examples', termTitle],
    ['bytes', 'Bytes sent'],
    ['flop', 'FLOP'],
  ];
}

/** In full, for tables and tooltips. */
export function formatX(kind: XAxisKind): (x: number) => string {
  if (kind === 'bytes') return formatBytes;
  if (kind === 'flop') return formatFlop;
  return kind === 'time' ? formatSeconds : formatCount;
}

export function formatXTick(kind: XAxisKind): (x: number, largest: number) => string {
  if (kind === 'bytes') return formatBytes;
  if (kind === 'flop') return formatFlop;
  return kind === 'time' ? formatSeconds : formatTick;
}

/** No ticks between steps or examples. */
export function isCounted(kind: XAxisKind): boolean {
  return kind === 'step' || kind === 'examples';
}

function formatSeconds(seconds: number): string {
  return formatMs(seconds * 1000);
}

/** A training of a day makes 1e17 and more. */
function formatFlop(flop: number): string {
  return Math.abs(flop) < 1e15 ? formatShort(flop) : flop.toExponential(2).replace('e+', 'e');
}
