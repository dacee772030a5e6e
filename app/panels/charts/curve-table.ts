// A curve as a table: the drawn rows, newest first, at most 100 of them.
import type { Curves } from '../../bridge/series/curves';
import type { XAxisKind } from '../../bridge/series/run-series';
import type { TableView } from '../../ui/table-view';
import { formatX, xWords } from './x-axis';

export function curveTable(
  curves: Curves,
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
    rows: curves
      .rows()
      .slice(-100)
      .reverse()
      .map((row) => [x(row.x), ...columns.map(([key, , format]) => format(row[key]))]),
  };
}
