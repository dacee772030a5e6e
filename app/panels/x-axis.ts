// The x of all charts on the screen: one choice, three readings.
import { formatMs, formatTick } from '../bridge/format';
import type { XAxisKind } from '../bridge/run-series';

export const xWords: Readonly<Record<XAxisKind, string>> = {
  step: 'Step',
  time: 'Time',
  examples: 'Examples',
};

export function formatX(kind: XAxisKind): (x: number) => string {
  switch (kind) {
    case 'step':
    case 'examples':
      return formatTick;
    case 'time':
      return (seconds) => formatMs(seconds * 1000);
    default:
      return kind satisfies never;
  }
}
