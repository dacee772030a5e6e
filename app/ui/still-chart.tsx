// A chart that changes seldom, like a figure per size of the ring. Its drawing, by recharts, comes with the first one that is
// shown. A curve that grows with every step is a LineChart.
import { lazyPart } from './lazy-part';
import type { ChartProps } from './line-chart';

/** A place on the x axis, and the value of each line there, by its key. */
export type StillRow = Readonly<Record<string, number | undefined>> & { readonly x: number };

export interface StillChartProps extends Pick<
  ChartProps,
  | 'series'
  | 'height'
  | 'isLog'
  | 'yRange'
  | 'gutter'
  | 'formatX'
  | 'formatY'
  | 'formatYTick'
  | 'xWords'
  | 'isXCounted'
  | 'emptyWords'
> {
  readonly name: string;
  /** The rows in the order of x. */
  readonly rows: readonly StillRow[];
}

export const StillChart = lazyPart<StillChartProps>(async () => (await import('./still-lines')).StillLines);
