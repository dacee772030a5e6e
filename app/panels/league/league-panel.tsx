// The room's league on a member's screen: the target, the runs that reached it, and the table as a file (H17).
import { t } from '@lingui/core/macro';
import { leanest, fastest } from '../../../src/room/league';
import { useShownPart } from '../../bridge/session/session-context';
import { Button } from '../../ui/button';
import { download } from '../../ui/download';
import { Panel } from '../../ui/panel';
import { LeagueTable } from './league-table';
import { leaderWords, leagueCsv, targetWords } from './league-words';

export default function LeaguePanel() {
  const league = useShownPart(({ room }) => room?.league);
  return (
    <Panel
      title={t`League`}
      summary={
        league
          ? `${targetWords(league.target)} ${leaderWords(fastest(league.attempts), leanest(league.attempts))}`
          : t`The host has set no target.`
      }
      note={
        league
          ? t`A run reaches the target when the mean training loss of ten steps is at most that. Seconds are those of its steps, without pauses; bytes are those that one replica sent. The host’s device measures both.`
          : undefined
      }
      foot={
        league && league.attempts.length > 0 ? (
          <Button
            kind="quiet"
            isSmall
            onClick={() => download('lockstep-league.csv', 'text/csv', leagueCsv(league))}
          >
            {t`Save as CSV`}
          </Button>
        ) : undefined
      }
    >
      {league && league.attempts.length > 0 ? (
        <LeagueTable attempts={league.attempts} />
      ) : league ? (
        <p>{t`Each run that reaches it stands here: begin one, change a setting, and begin again.`}</p>
      ) : (
        <p>{t`The host sets a target loss in the console, under Class.`}</p>
      )}
    </Panel>
  );
}
