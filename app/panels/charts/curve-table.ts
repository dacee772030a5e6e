// A curve as a table: the drawn rows, newest first, at most 100 of them.
import type { Row, XAxisKind } from '../../bridge/series/run-series';
import type { TableView } from '../../ui/panel';
import { formatX, xWords } from './x-axis';

export function curveTable(
  rows: readonly Row[],
  kind: XAxisKind,
  columns: readonly (readonly [
    key: string,
    heading: string,
    format: (value: number | undefined) => string,
  ])[],
): TableView {
  const x = formatX(kind);
  return {
    columns: [xWords[kind], ...columns.map(([, heading]) => heading)],
    rows: rows
      .slice(-100)
      .reverse()
      .map((row) => [x(row.x), ...columns.map(([key, , format]) => format(row[key]))]),
  };
}
