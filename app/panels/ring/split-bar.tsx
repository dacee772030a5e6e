// The time of a step as one bar, a part for each of what it goes to: of a member on the dashboard, of the mean member on a wall.
import { memo } from 'react';
import { splitParts, wallMs, type SplitPart } from '../../bridge/series/split-summary';
import { fillClass, type Fill } from '../../ui/legend';
import css from './split-panel.module.css';

export const partFills: Readonly<Record<SplitPart, Fill>> = {
  computeMs: 'blue',
  overlappedMs: 'green',
  exposedMs: 'vermillion',
  waitingMs: 'hatched',
  otherMs: 'grey',
};

/** `columns`: of the bar's grid (`columnsOf`). */
export const SplitBar = memo(function SplitBar({ columns, words }: { columns: string; words: string }) {
  return (
    <span className={css.bar} role="img" title={words} style={{ gridTemplateColumns: columns }}>
      {splitParts.map((part) => (
        <span key={part} className={`${css.part} ${fillClass(partFills[part])}`} />
      ))}
    </span>
  );
});

/** One column for each part, in percent of the longest bar, and the rest of the row. A part without time has none. */
export function columnsOf(parts: Readonly<Record<SplitPart, number>>, longest: number): string {
  const share = (ms: number): string => `${((100 * ms) / longest).toFixed(1)}fr`;
  return [...splitParts.map((part) => parts[part]), longest - wallMs(parts)].map(share).join(' ');
}
