// The colours of areas in a picture, and what each means, in a row.
import type { ReactNode } from 'react';
import css from './legend.module.css';

export type Fill = 'blue' | 'green' | 'vermillion' | 'grey' | 'hatched';

/** The class of an area. */
export function fillClass(fill: Fill): string {
  return css[fill];
}

export function Swatch({ fill }: { fill: Fill }) {
  return <span className={`${css.swatch} ${css[fill]}`} aria-hidden="true" />;
}

/** Tables and sentences beside the picture say the same: readers of the page’s text skip it. */
export function Legend({ items }: { items: readonly (readonly [fill: Fill, words: ReactNode])[] }) {
  return (
    <ul className={css.legend} aria-hidden="true">
      {items.map(([fill, words]) => (
        <li key={fill}>
          <Swatch fill={fill} />
          {words}
        </li>
      ))}
    </ul>
  );
}
