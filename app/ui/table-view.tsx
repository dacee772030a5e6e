// A chart's figures as a table in the chart's place, and the button that switches between the two.
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { Button } from './button';
import css from './table-view.module.css';

export interface TableView {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** Both undefined where there is no table. `table` is called only while the table is open. */
export function useTableView(
  title: string,
  table: (() => TableView) | undefined,
): {
  /** What stands in the place of the chart; undefined: the chart itself. */
  readonly shown: ReactNode;
  readonly button: ReactNode;
} {
  const [isTable, setIsTable] = useState(false);
  if (!table) return { shown: undefined, button: undefined };
  return {
    shown: isTable ? <Table title={title} view={table()} /> : undefined,
    button: (
      <Button kind="quiet" isSmall aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
        {isTable ? t`View as picture` : t`View as table`}
      </Button>
    ),
  };
}

export function Table({ title, view }: { title: string; view: TableView }) {
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={t`${title}, as a table`}>
      <table className={css.table}>
        <thead>
          <tr>
            {view.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody translate="no">
          {view.rows.map((row, index) => (
            <tr key={index}>
              {row.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
