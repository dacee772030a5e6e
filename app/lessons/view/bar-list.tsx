// A few amounts as bars on one scale, and the limit that they are judged by as a line across them. A bar of more than twice
// the limit is cut off there, and fades out. While a lesson computes, all grow at one speed: the shortest is done first.
import { Bars } from '../../ui/bars';
import type { Bars as Amounts } from '../core/lesson';
import lesson from './lesson.module.css';
import css from './bar-list.module.css';

/** The longest bar, in limits. */
const longest = 2;

/** `share`: as far as it is shown. */
export function BarList({ bars: { title, limit, items }, share = 1 }: { bars: Amounts; share?: number }) {
  const most = Math.max(Number.MIN_VALUE, ...items.map(({ value }) => value));
  const room = limit ? Math.max(limit.value * 1.1, Math.min(most, longest * limit.value)) : most;
  return (
    <div className={css.barList}>
      <p className={css.barsTitle} aria-hidden="true">
        {title}
      </p>
      <Bars
        label={title}
        className={css.bars}
        whole={limit && limit.value / room}
        bars={items.map(({ label, value, words }) => ({
          key: label,
          name: label,
          share: Math.min(1, value / room, share),
          value: <strong>{Math.min(1, value / room) <= share ? words : '…'}</strong>,
          isCut: value / room > 1 && share >= 1,
        }))}
      />
      {limit ? <p className={lesson.hint}>{limitLine(limit.words)}</p> : null}
    </div>
  );
}

function limitLine(words: string): string {
  return `│ ${words}`;
}
