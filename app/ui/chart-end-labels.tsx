// The names of a chart's lines and their newest values, beside the plot.
import type { EndLabel } from './end-labels';
import css from './line-chart.module.css';

/** `gutter`: their space, px. */
export function EndLabels({
  labels,
  gutter,
  formatY,
}: {
  labels: readonly EndLabel[];
  gutter: number;
  formatY: (y: number) => string;
}) {
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
