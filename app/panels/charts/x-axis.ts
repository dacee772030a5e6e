// The x axis of all charts on the screen: one choice of five.
import { t } from '@lingui/core/macro';
import {
  formatBytes,
  formatCount,
  formatMs,
  formatShort,
  formatTick,
  withDecimalSign,
} from '../../bridge/words/format';
import type { XAxisKind } from '../../bridge/series/run-series';

export const xWords: Readonly<Record<XAxisKind, () => string>> = {
  step: () => t`Step`,
  time: () => t`Time`,
  examples: () => t`Examples`,
  bytes: () => t`Sent by this replica`,
  flop: () => t`FLOP of the ring`,
};

export function xChoices(termTitle: string): readonly (readonly [kind: XAxisKind, words: string])[] {
  return [
    ['step', t`Steps`],
    ['time', t`Time`],
    ['examples', termTitle],
    ['bytes', t`Bytes sent`],
    ['flop', 'FLOP'],
  ];
}

/** The value in full, for tables and tooltips. */
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
  return Math.abs(flop) < 1e15
    ? formatShort(flop)
    : withDecimalSign(flop.toExponential(2).replace('e+', 'e'));
}
