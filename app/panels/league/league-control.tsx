// The console's control of the league: its target (H17).
import { plural, t } from '@lingui/core/macro';
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
          label={t`League: target loss`}
          shown={league ? formatValue(league.target) : ''}
          problemOf={(target) =>
            target >= 1e-6 && target <= 1e6 ? undefined : t`Above 0, at most 1,000,000.`
          }
          onApply={(target) => send({ kind: 'set-league', target })}
        />
      </Control>
      {league ? (
        <Control does={t`The target and its table leave all screens.`}>
          <Button onClick={() => send({ kind: 'set-league', target: null })}>{t`End the league`}</Button>
        </Control>
      ) : null}
    </>
  );
}

/** `attempts`: undefined while there is no league. */
function leagueDoes(attempts: number | undefined): string {
  if (attempts === undefined)
    return t`Which run reaches it in the fewest seconds, or with the fewest bytes? All screens keep a table.`;
  return t`${plural(attempts, {
    0: 'No run has reached it.',
    one: 'One run has reached it.',
    other: `${{ runs: formatCount(attempts) }} runs have reached it.`,
  })} Another target begins another table.`;
}
