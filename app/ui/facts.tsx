// A few named values in a row, each value under its name.
import type { ReactNode } from 'react';
import css from './facts.module.css';

interface Props {
  facts: readonly (readonly [name: string, value: ReactNode])[];
  columns: number;
}

export function Facts({ facts, columns }: Props) {
  return (
    <dl className={css.facts} style={{ ['--columns' as string]: columns }}>
      {facts.map(([name, value]) => (
        <div key={name} className={css.fact}>
          <dt>{name}</dt>
          <dd translate={isFigure(value) ? 'no' : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Figures change while they are read, and are the same in every language. */
function isFigure(value: ReactNode): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /\d/.test(value));
}
