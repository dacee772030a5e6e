// The room's league on a member's screen: the target, the runs that reached it, and the table as a file (H17).
import { leanest, fastest } from '../../../src/train/run/league';
import { useShownPart } from '../../bridge/session/session-context';
import { formatValue } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { download } from '../../ui/download';
import { Panel } from '../../ui/panel';
import { LeagueTable } from './league-table';
import { leaderWords, leagueCsv } from './league-words';

export default function LeaguePanel() {
  const league = useShownPart(({ room }) => room?.league);
  return (
    <Panel
      title="League"
      summary={
        league
          ? `Which run reaches a loss of ${formatValue(league.target)} first? ${leaderWords(fastest(league.attempts), leanest(league.attempts))}`
          : 'The host has set no target.'
      }
      note={
        league
          ? 'A run reaches the target when the mean training loss of ten steps is at most that. Seconds are those of its steps, without pauses; bytes are those that one replica sent. The host’s device measures both.'
          : undefined
      }
      foot={
        league && league.attempts.length > 0 ? (
          <Button
            kind="quiet"
            isSmall
            onClick={() => download('lockstep-league.csv', 'text/csv', leagueCsv(league))}
          >
            Save as CSV
          </Button>
        ) : undefined
      }
    >
      {league && league.attempts.length > 0 ? (
        <LeagueTable attempts={league.attempts} />
      ) : league ? (
        <p>Each run that reaches it stands here: begin one, change a setting, and begin again.</p>
      ) : (
        <p>The host sets a target loss in the console, under Class.</p>
      )}
    </Panel>
  );
}
