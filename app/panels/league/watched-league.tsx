// The league on a wall: the target, and the best runs.
import { t } from '@lingui/core/macro';
import type { RingView } from '../../../src/replica/ring-view';
import { formatCount } from '../../bridge/words/format';
import { LeagueTable } from './league-table';
import { targetWords } from './league-words';
import css from './league.module.css';

export default function WatchedLeague({ league }: { league: NonNullable<RingView['league']> }) {
  const { target, attempts, best } = league;
  return (
    <div className={css.wall}>
      <p className={css.target}>{targetWords(target)}</p>
      {best.length === 0 ? (
        <p>{t`No run has reached it yet.`}</p>
      ) : (
        <>
          <LeagueTable attempts={best} />
          {attempts > best.length ? (
            <p>{t`The best ${{ shown: best.length }} of ${{ all: formatCount(attempts) }} runs.`}</p>
          ) : null}
        </>
      )}
    </div>
  );
}
