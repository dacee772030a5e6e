// The German text of: series.
import type { seriesText } from '../series';

export const series = {
  someoneWhoLeft: 'jemand, der nicht mehr dabei ist',
  compute: 'Rechnen',
  overlapped: 'verdeckt',
  exposed: 'unverdeckt',
  waiting: 'Warten',
  other: 'Übriges',
} satisfies typeof seriesText;
