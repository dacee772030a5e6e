// What every panel has: a heading, a one-sentence summary, a body, and (with `table`) the same numbers as a table.
import { useId, useState, type ReactNode } from 'react';
import { Button } from './button';
import { uiText } from '../text/ui';
import css from './panel.module.css';

export interface TableView {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function Panel({
  title,
  summary,
  tools,
  table,
  foot,
  note,
  className,
  children,
}: {
  title: string;
  summary?: ReactNode;
  tools?: ReactNode;
  /** Called only while the table is open. */
  table?: () => TableView;
  foot?: ReactNode;
  /** A line under the body. */
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const [isTable, setIsTable] = useState(false);
  return (
    <section className={`${css.panel} ${className ?? ''}`} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {tools ? <div className={css.tools}>{tools}</div> : null}
      </div>
      {summary === undefined ? null : <p className={css.summary}>{summary}</p>}
      <div className={css.body}>{isTable && table ? <Table title={title} view={table()} /> : children}</div>
      {note ? <p className={css.note}>{note}</p> : null}
      {table || foot ? (
        <div className={css.foot}>
          {table ? (
            <Button kind="quiet" isSmall aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
              {isTable ? uiText.viewPicture : uiText.viewTable}
            </Button>
          ) : null}
          {foot}
        </div>
      ) : null}
    </section>
  );
}

export function Table({ title, view }: { title: string; view: TableView }) {
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label={uiText.table(title)}>
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
        <tbody>
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
