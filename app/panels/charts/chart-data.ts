// The points of a chart as text: this run's, at every step, within the part of the axis that is shown. Of earlier runs
// only lines are kept, whose points no step had.
import { t } from '@lingui/core/macro';
import type { Row } from '../../bridge/series/curves';
import type { LineSeries } from '../../ui/line-chart';

/** One object a line: x under the name of its axis, the step, and each series by its label. */
export function chartJsonl(rows: readonly Row[], series: readonly LineSeries[], xName: string): string {
  return rows.map((row) => `${JSON.stringify(pointOf(row, series, xName))}\n`).join('');
}

export function chartCsv(rows: readonly Row[], series: readonly LineSeries[], xName: string): string {
  const names = Object.keys(pointOf({ x: 0, step: 0, segment: 0 }, series, xName));
  const lines = rows.map((row) => {
    const point = pointOf(row, series, xName);
    return names.map((name) => point[name] ?? '').join(',');
  });
  return `${names.map(quoted).join(',')}\n${lines.map((line) => `${line}\n`).join('')}`;
}

function pointOf(row: Row, series: readonly LineSeries[], xName: string): Record<string, number | null> {
  return Object.fromEntries([
    [xName, row.x],
    [t`Step`, row.step],
    ...series
      .filter(({ isEarlier }) => !isEarlier)
      .map(({ key, label, fullLabel = label }): [string, number | null] => [fullLabel, row[key] ?? null]),
  ]) as Record<string, number | null>;
}

function quoted(name: string): string {
  return /[",\n]/.test(name) ? `"${name.replace(/"/g, '""')}"` : name;
}
