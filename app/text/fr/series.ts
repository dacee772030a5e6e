// The names of what the series count, in French.
import type { seriesText } from '../series';

export const series = {
  someoneWhoLeft: 'quelqu’un qui n’est plus là',
  compute: 'calcul',
  overlapped: 'recouvert',
  exposed: 'exposé',
  waiting: 'attente',
  other: 'autre',
} satisfies typeof seriesText;
