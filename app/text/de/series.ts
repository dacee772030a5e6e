// The German text of: series.
import type { seriesText } from '../series';

export const series = {
  someoneWhoLeft: 'jemand, der gegangen ist',
  compute: 'Rechnen',
  overlapped: 'verdeckt',
  exposed: 'unverdeckt',
  waiting: 'Warten',
  other: 'Übriges',
} satisfies typeof seriesText;
