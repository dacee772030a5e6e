// The sums of a lesson side by side, on the clock of the bars below them: each is done when its bar is.
import { useMemo } from 'react';
import { playOf } from '../../panels/sum/sum-play';
import { SumMoment } from '../../panels/sum/sum-moment';
import type { Bars, LessonSum } from '../core/lesson';
import { drawnSumOf } from './drawn-sums';
import css from './sum-race.module.css';

/** The name of a way, which stands before a colon: the whole label is that of its bar. */
function nameIn(label: string): string {
  return label.split(':')[0].trim();
}

interface Props {
  readonly sums: readonly LessonSum[];
  readonly bars: Bars;
  /** The part of the longest bar’s time that has passed. */
  readonly share: number;
}

export default function SumRace({ sums, bars: { items }, share }: Props) {
  const key = JSON.stringify(sums);
  const plays = useMemo(
    () => (JSON.parse(key) as readonly LessonSum[]).map((sum) => playOf(drawnSumOf(sum))),
    [key],
  );
  const longest = Math.max(...items.map(({ value }) => value));
  return (
    <div className={css.race} aria-hidden="true">
      <div className={css.sums}>
        {plays.map((play, index) => {
          const { label, value } = items[index];
          const passed = (share * longest) / value;
          return (
            <figure key={label}>
              <SumMoment play={play} ms={passed < 1 ? passed * play.movesMs : play.endMs} />
              <figcaption>{nameIn(label)}</figcaption>
            </figure>
          );
        })}
      </div>
    </div>
  );
}
