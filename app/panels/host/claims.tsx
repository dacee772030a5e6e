// The console's list of members that say they have more examples of their own than twice an equal share. The host may
// count all of them (H25).
import { t } from '@lingui/core/macro';
import type { HostControls } from '../../bridge/session/host-controls';
import { formatCount } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { Control } from './control';

export function Claims({ controls: { live, send } }: { controls: HostControls }) {
  return live.peers.map(({ id, name, claimedExamples: examples }) =>
    examples === undefined ? null : (
      <Control
        key={id}
        does={t`${name} says it has ${{ examples: formatCount(examples) }} examples of its own. Nobody can check that. It has twice an equal share at most, until you agree.`}
      >
        <Button onClick={() => send({ kind: 'trust-claim', peer: id, examples })}>
          {t`Count all ${{ examples: formatCount(examples) }}`}
        </Button>
      </Control>
    ),
  );
}
