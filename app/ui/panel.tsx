// What every panel has: a heading, a one-sentence summary, a body, and (with `table`) the same numbers as a table.
import { useId, type ReactNode } from 'react';
import { useTableView, type TableView } from './table-view';
import ui from './shape.module.css';
import css from './panel.module.css';

interface Props {
  title: string;
  summary?: ReactNode;
  tools?: ReactNode;
  /** Called only while the table is open. */
  table?: (() => TableView) | undefined;
  foot?: ReactNode;
  /** A line under the body. */
  note?: ReactNode;
  className?: string;
  children: ReactNode;
}

export function Panel({ title, summary, tools, table, foot, note, className, children }: Props) {
  const id = useId();
  const { shown, button } = useTableView(title, table);
  return (
    <section className={`${ui.card} ${css.panel} ${className ?? ''}`} aria-labelledby={id}>
      <div className={css.head}>
        <h2 id={id}>{title}</h2>
        {tools ? <div className={css.tools}>{tools}</div> : null}
      </div>
      {summary === undefined ? null : <p className={`${ui.quiet} ${css.summary}`}>{summary}</p>}
      <div className={css.body}>{shown ?? children}</div>
      {note ? <p className={`${ui.faint} ${css.note}`}>{note}</p> : null}
      {button || foot ? (
        <div className={css.foot}>
          {button}
          {foot}
        </div>
      ) : null}
    </section>
  );
}
