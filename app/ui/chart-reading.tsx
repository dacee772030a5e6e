// What a chart's lines are at one place of its x axis, in a box beside the crosshair.
import { Fragment } from 'react';
import css from './line-chart.module.css';

export function ChartReading({ entries }: { entries: Iterable<readonly [name: string, value: string]> }) {
  return (
    <div className={css.tip}>
      <dl>
        {Array.from(entries, ([name, value], index) => (
          <Fragment key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  );
}
