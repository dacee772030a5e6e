// The crosshair of a chart: an upright line at the place that all charts of its group share, and the values there. It is
// apart from the chart, so that a moving pointer draws no line again.
import type { Curves } from '../bridge/series/curves';
import { ChartReading } from './chart-reading';
import type { Plot } from './chart-plot';
import { usePointer } from './chart-view';
import type { Reading } from '../bridge/series/run-series';
import type { ChartProps, LineSeries } from './line-chart';
import { nearestRow } from './line-path';
import css from './line-chart.module.css';

interface Props {
  readonly group: string;
  readonly chart: ChartProps;
  readonly plot: Plot;
  /** The width of the picture, px. */
  readonly width: number;
}

export function Crosshair({ group, chart, plot, width }: Props) {
  const { curves, read, series, xWords, formatX, formatY } = chart;
  const { left, right, top, bottom, scale } = plot;
  const at = usePointer(group);
  const reading = at === undefined ? undefined : read ? read(at) : readingOf(curves, series, at);
  if (!reading) return null;
  const { x, values } = reading;
  const px = scale.x(x);
  if (px < left - 1 || px > right + 1) return null;
  return (
    <>
      <span className={css.crosshair} style={{ left: px, top, height: bottom - top }} />
      <div className={css.hover} style={px > width / 2 ? { right: width - px + 10 } : { left: px + 10 }}>
        <ChartReading
          entries={[
            [xWords, formatX(x)],
            ...series.flatMap(({ key, label, isEarlier }) => {
              const point = values[key];
              if (point === undefined) return [];
              const name = point.x === x ? label : `${label} (${formatX(point.x)})`;
              return [[name, `${isEarlier ? '≈ ' : ''}${formatY(point.value)}`] as const];
            }),
          ]}
        />
      </div>
    </>
  );
}

function readingOf(curves: Curves, series: readonly LineSeries[], at: number): Reading | undefined {
  const row = nearestRow(curves, at);
  if (row === undefined) return undefined;
  const x = curves.x[row];
  const point = (key: string) => {
    const value = curves.at(key, row);
    return value === undefined ? undefined : { value, x };
  };
  return { x, values: Object.fromEntries(series.map(({ key }) => [key, point(key)])) };
}
