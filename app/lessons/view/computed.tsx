// The bars of a lesson that computes its result, with the sums that they time above them in a lesson on sums.
import { lazy, Suspense } from 'react';
import { withWords } from '../../bridge/session/page-language';
import type { Values } from '../core/control';
import type { Bars, Lesson } from '../core/lesson';
import { BarList } from './bar-list';
import css from './lesson.module.css';

const SumRace = lazy(() => withWords(import('./sum-race')));

interface Props {
  readonly lesson: Pick<Lesson, 'races'>;
  readonly values: Values;
  readonly bars: Bars;
  /** The part of the longest bar’s time that has passed. */
  readonly share: number;
}

export function Computed({ lesson: { races }, values, bars, share }: Props) {
  return (
    <>
      {races ? (
        <Suspense fallback={<div className={css.race} />}>
          <SumRace sums={races(values)} bars={bars} share={share} />
        </Suspense>
      ) : null}
      <BarList bars={bars} share={share} />
    </>
  );
}
