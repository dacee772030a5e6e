// The console's list of members that say they have more examples of their own than twice an equal share. The host may
// count all of them (H25).
import type { HostControls } from '../../bridge/session/host-controls';
import { formatCount } from '../../bridge/words/format';
import { hostText } from '../../text/host';
import { Button } from '../../ui/button';
import { Control } from './control';

export function Claims({ controls: { live, send } }: { controls: HostControls }) {
  return live.peers.map(({ id, name, claimedExamples: examples }) =>
    examples === undefined ? null : (
      <Control key={id} does={hostText.saysExamples(name, formatCount(examples))}>
        <Button onClick={() => send({ kind: 'trust-claim', peer: id, examples })}>
          {hostText.countAll(formatCount(examples))}
        </Button>
      </Control>
    ),
  );
}
