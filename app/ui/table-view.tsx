// A chart's figures as a table in the chart's place, and the button that switches between the two.
import { t } from '@lingui/core/macro';
import { useState, type ReactNode } from 'react';
import { Button } from './button';
import css from './table-view.module.css';

export interface TableView {
  readonly columns: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly (readonly ReactNode[])[];
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

interface Props {
  readonly title: string;
  readonly view: TableView;
  readonly isText?: boolean;
  readonly className?: string | undefined;
}

/** `isText`: sentences, which begin at the left and break; else numbers. `className`: of what scrolls. */
export function Table({ title, view, isText = false, className = '' }: Props) {
  return (
    <div
      className={`${css.scroll} ${isText ? css.text : ''} ${className}`}
      tabIndex={0}
      role="region"
      aria-label={t`${title}, as a table`}
    >
      <table className={css.table}>
        <thead>
          <tr>
            {view.columns.map((column, index) => (
              <th key={index} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody translate="no">
          {view.rows.map(([name, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
