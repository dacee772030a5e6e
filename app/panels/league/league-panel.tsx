// The room's league on a member's screen: the target, the runs that reached it, and the table as a file (H17).
import { leanest, fastest } from '../../../src/train/run/league';
import { useShownPart } from '../../bridge/session/session-context';
import { formatValue } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { download } from '../../ui/download';
import { Panel } from '../../ui/panel';
import { LeagueTable } from './league-table';
import { leaderWords, leagueCsv } from './league-words';
import { leagueText } from '../../text/league';

export default function LeaguePanel() {
  const league = useShownPart(({ room }) => room?.league);
  return (
    <Panel
      title={leagueText.league}
      summary={
        league
          ? leagueText.whichRunReachesLoss(
              formatValue(league.target),
              leaderWords(fastest(league.attempts), leanest(league.attempts)),
            )
          : leagueText.hostSetNo
      }
      note={league ? leagueText.runReachesTarget : undefined}
      foot={
        league && league.attempts.length > 0 ? (
          <Button
            kind="quiet"
            isSmall
            onClick={() => download('lockstep-league.csv', 'text/csv', leagueCsv(league))}
          >
            {leagueText.saveCsv}
          </Button>
        ) : undefined
      }
    >
      {league && league.attempts.length > 0 ? (
        <LeagueTable attempts={league.attempts} />
      ) : league ? (
        <p>{leagueText.eachRunReaches}</p>
      ) : (
        <p>{leagueText.hostSetsTarget}</p>
      )}
    </Panel>
  );
}
