// Named values as bars, one below the other: the name, the bar, and the value in words. Sizes are in em, for a wall too. A reader of
// the page's text gets name and value.
import type { ReactNode } from 'react';
import { fillClass, type Fill } from './legend';
import css from './bars.module.css';

export interface Bar {
  readonly key?: string | number;
  readonly name: ReactNode;
  /** The length, 0 … 1; undefined: it is not known. */
  readonly share: number | undefined;
  readonly value: ReactNode;
  readonly fill?: Fill;
  /** The bar goes on beyond its track: it fades out. */
  readonly isCut?: boolean;
  /** It stands out among the others. */
  readonly isMarked?: boolean;
}

interface Props {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** Many bars scroll within the panel. */
  readonly isScrolled?: boolean;
  /** A line across the tracks, 0 … 1: what is longer is more than the whole. */
  readonly whole?: number | undefined;
  readonly className?: string | undefined;
}

export function Bars({ label, bars, isScrolled = false, whole, className = '' }: Props) {
  return (
    <ul
      className={`${css.bars} ${isScrolled ? css.scrolled : ''} ${className}`}
      tabIndex={isScrolled ? 0 : undefined}
      aria-label={label}
    >
      {bars.map(({ key, name, share, value, fill = 'blue', isCut = false, isMarked = false }, index) => (
        <li key={key ?? index} className={isMarked ? css.marked : undefined}>
          <span className={css.name}>{name}</span>
          <span className={css.track} aria-hidden="true">
            {share === undefined ? null : (
              <span
                className={`${fillClass(fill)} ${isCut ? css.cut : ''}`}
                style={{ width: `${100 * share}%` }}
              />
            )}
            {whole === undefined ? null : (
              <span className={css.whole} style={{ insetInlineStart: `${100 * whole}%` }} />
            )}
          </span>
          <span className={css.value}>{value}</span>
        </li>
      ))}
    </ul>
  );
}
