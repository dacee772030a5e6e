// The console's control of the league: its target (H17).
import type { HostControls } from '../../bridge/session/host-controls';
import { formatCount, formatValue } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { Control } from '../host/control';
import { NumberForm } from '../host/number-form';

export function LeagueControl({ controls: { live, send } }: { controls: HostControls }) {
  const league = live.room?.league;
  return (
    <>
      <Control does={leagueDoes(league?.attempts.length)}>
        <NumberForm
          key={league?.target}
          label="League: target loss"
          shown={league ? formatValue(league.target) : ''}
          inputMode="decimal"
          problemOf={(target) =>
            target >= 1e-6 && target <= 1e6 ? undefined : 'Above 0, at most 1,000,000.'
          }
          onApply={(target) => send({ kind: 'set-league', target })}
        />
      </Control>
      {league ? (
        <Control does="The target and its table leave all screens.">
          <Button onClick={() => send({ kind: 'set-league', target: null })}>End the league</Button>
        </Control>
      ) : null}
    </>
  );
}

/** `attempts`: undefined while there is no league. */
function leagueDoes(attempts: number | undefined): string {
  if (attempts === undefined)
    return 'Which run reaches it in the fewest seconds, or with the fewest bytes? All screens keep a table.';
  const reached =
    attempts === 0 ? 'No run has' : attempts === 1 ? 'One run has' : `${formatCount(attempts)} runs have`;
  return `${reached} reached it. Another target begins another table.`;
}
