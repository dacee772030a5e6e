// The league on a wall: the target, and the best runs.
import type { RingPicture } from '../../../src/replica/watch/ring-picture';
import { formatCount, formatValue } from '../../bridge/words/format';
import { LeagueTable } from './league-table';
import { leagueText } from '../../text/league';
import css from './league.module.css';

export default function WatchedLeague({ league }: { league: NonNullable<RingPicture['league']> }) {
  const { target, attempts, best } = league;
  return (
    <div className={css.wall}>
      <p className={css.target}>{leagueText.whichRunReachesLossFirst(formatValue(target))}</p>
      {best.length === 0 ? (
        <p>{leagueText.noRunReached}</p>
      ) : (
        <>
          <LeagueTable attempts={best} isOnWall />
          {attempts > best.length ? <p>{leagueText.bestRuns(best.length, formatCount(attempts))}</p> : null}
        </>
      )}
    </div>
  );
}
