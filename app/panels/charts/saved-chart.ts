// What a chart gives to be saved.
import type { Row } from '../../bridge/series/curves';
import type { Figures } from '../../bridge/series/run-series';
import type { ChartProps } from '../../ui/line-chart';
import type { PictureWords } from './chart-picture';

export const chartFileKinds = ['SVG', 'PNG', 'CSV', 'JSONL'] as const;

export type ChartFileKind = (typeof chartFileKinds)[number];

export interface SavedChart {
  /** The chart as it is drawn. */
  readonly chart: ChartProps;
  readonly words: PictureWords;
  /** Called when someone saves: the rows of every step. */
  readonly allRows: () => readonly Row[];
  /** All recorded figures of the run, beside those of this chart. */
  readonly all?: { readonly csv: () => string; readonly figures: () => readonly Figures[] };
}
