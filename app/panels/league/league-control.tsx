// The console's control of the league: its target (H17).
import type { HostControls } from '../../bridge/session/host-controls';
import { formatCount, formatValue } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { Control } from '../host/control';
import { NumberForm } from '../host/number-form';
import { leagueText } from '../../text/league';

export function LeagueControl({ controls: { live, send } }: { controls: HostControls }) {
  const league = live.room?.league;
  return (
    <>
      <Control does={leagueDoes(league?.attempts.length)}>
        <NumberForm
          label={leagueText.leagueTargetLoss}
          shown={league ? formatValue(league.target) : ''}
          inputMode="decimal"
          problemOf={(target) => (target >= 1e-6 && target <= 1e6 ? undefined : leagueText.aboveMost)}
          onApply={(target) => send({ kind: 'set-league', target })}
        />
      </Control>
      {league ? (
        <Control does={leagueText.targetTableLeave}>
          <Button onClick={() => send({ kind: 'set-league', target: null })}>{leagueText.endLeague}</Button>
        </Control>
      ) : null}
    </>
  );
}

/** `attempts`: undefined while there is no league. */
function leagueDoes(attempts: number | undefined): string {
  if (attempts === undefined) return leagueText.whichRunReaches;
  const reached =
    attempts === 0
      ? leagueText.noRun
      : attempts === 1
        ? leagueText.oneRun
        : leagueText.runs(formatCount(attempts));
  return leagueText.reachedAnotherTarget(reached);
}
