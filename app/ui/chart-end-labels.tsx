// The names of a chart's lines and their newest values, each beside the last point of its line.
import type { Curves } from '../bridge/series/curves';
import type { Axis } from './axis';
import { placeOnY, xAxisHeight } from './chart-axes';
import type { LineSeries } from './line-chart';
import css from './line-chart.module.css';

const labelSpacing = 30; // px: two lines of 12 px text

export interface EndLabel {
  readonly line: LineSeries;
  readonly value: number;
  readonly top: number;
}

/** The labels stand beside the last point of each line, pushed apart where they would touch. */
export function endLabels(
  curves: Curves,
  series: readonly LineSeries[],
  y: Axis,
  isLog: boolean,
  height: number,
): EndLabel[] {
  const place = placeOnY(y, isLog, height - xAxisHeight);
  const labels: { line: LineSeries; value: number; top: number }[] = [];
  for (const line of series) {
    if (line.isFaint || line.isEarlier || line.marker) continue;
    const value = curves.last(line.key);
    if (value === undefined) continue;
    const inside = Math.min(Math.max(value, y.low), y.high);
    labels.push({ line, value, top: Math.max(place(inside), labelSpacing / 2) });
  }
  labels.sort((a, b) => a.top - b.top);
  for (let i = 1; i < labels.length; i++)
    labels[i].top = Math.max(labels[i].top, labels[i - 1].top + labelSpacing);
  // The lowest place inside the plot: a label of the x axis stands right below.
  const lowest = height - xAxisHeight - labelSpacing / 2;
  for (let i = labels.length - 1, limit = lowest; i >= 0; i--, limit -= labelSpacing)
    labels[i].top = Math.min(labels[i].top, limit);
  return labels;
}

/** `gutter`: their space, px. */
interface Props {
  readonly labels: readonly EndLabel[];
  readonly gutter: number;
  readonly formatY: (y: number) => string;
}

export function EndLabels({ labels, gutter, formatY }: Props) {
  return (
    <div className={css.labels} style={{ width: gutter }} aria-hidden="true">
      {labels.map(({ line, value, top }) => (
        <span
          key={line.key}
          className={css.end}
          style={{ top, ['--mark' as string]: `var(--${line.colour})` }}
        >
          {line.label} <strong>{formatY(value)}</strong>
        </span>
      ))}
    </div>
  );
}
