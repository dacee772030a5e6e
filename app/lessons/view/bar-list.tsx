// A few amounts as bars on one scale. Where one is longer than the whole, a line marks the whole on all of them. One of more
// than twice the whole is cut off there, and fades out.
import { Bars } from '../../ui/bars';
import type { Bars as Amounts } from '../core/lesson';
import css from './lesson.module.css';

/** The longest bar, in wholes. */
const longest = 2;

export function BarList({ bars: { title, whole, items } }: { bars: Amounts }) {
  const most = Math.max(Number.MIN_VALUE, ...items.map(({ value }) => value));
  const unit = whole ?? most;
  const room = Math.min(longest, Math.max(1, most / unit));
  return (
    <div className={css.barList}>
      <h3>{title}</h3>
      <Bars
        label={title}
        className={css.bars}
        whole={room > 1 ? 1 / room : undefined}
        bars={items.map(({ label, value, words }) => ({
          key: label,
          name: label,
          share: Math.min(value / unit, longest) / room,
          value: <strong>{words}</strong>,
          isCut: value / unit > longest,
        }))}
      />
    </div>
  );
}
