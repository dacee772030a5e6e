// The league on a wall: the target, and the best runs.
import type { RingPicture } from '../../../src/replica/watch/ring-picture';
import { formatCount, formatValue } from '../../bridge/words/format';
import { LeagueTable } from './league-table';
import css from './league.module.css';

export default function WatchedLeague({ league }: { league: NonNullable<RingPicture['league']> }) {
  const { target, attempts, best } = league;
  return (
    <div className={css.wall}>
      <p className={css.target}>Which run reaches a loss of {formatValue(target)} first?</p>
      {best.length === 0 ? (
        <p>No run has reached it yet.</p>
      ) : (
        <>
          <LeagueTable attempts={best} isOnWall />
          {attempts > best.length ? (
            <p>
              The best {best.length} of {formatCount(attempts)} runs.
            </p>
          ) : null}
        </>
      )}
    </div>
  );
}
