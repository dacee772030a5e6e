// A few amounts as bars on one scale. A whole is as long as the track, with a line at its end: a bar of 140 % fills it and
// reaches two fifths of it beyond. One of more than twice the whole is cut off there, and fades out.
import type { Bars } from '../core/lesson';
import css from './lesson.module.css';

/** The longest bar, in wholes. */
const longest = 2;

export function BarList({ bars: { title, whole, items } }: { bars: Bars }) {
  const most = Math.max(Number.MIN_VALUE, ...items.map(({ value }) => value));
  const unit = whole ?? most;
  const room = whole === undefined ? 1 : Math.min(longest, Math.max(1, most / unit));
  return (
    <div className={css.barList}>
      <h3>{title}</h3>
      <ul className={css.bars}>
        {items.map(({ label, value, words }) => {
          const drawn = Math.min(value / unit, longest);
          return (
            <li key={label}>
              <span>{label}</span>
              <span aria-hidden="true">
                <span
                  className={`${css.track} ${room > 1 ? css.whole : ''}`}
                  style={{ width: `${100 / room}%` }}
                >
                  <span
                    className={value / unit > longest ? css.cut : undefined}
                    style={{ width: `${100 * drawn}%` }}
                  />
                </span>
              </span>
              <span className={css.amount}>{words}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
