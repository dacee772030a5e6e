// The console's group on what goes wrong in a network, for a class to see: all of it can be taken back.
import { t } from '@lingui/core/macro';
import type { HostControls } from '../../bridge/session/host-controls';
import { Button } from '../../ui/button';
import { Panel } from '../../ui/panel';
import { Control } from './control';
import { NetworkPanel } from './network-panel';
import { useTryOuts } from './try-outs';

export function DramaGroup({ controls }: { controls: HostControls }) {
  const { noise, slow, unplug, why, ask } = useTryOuts(controls);
  return (
    <Panel title={t`Faults`}>
      <Control does={t`All members delay what they send, as a slow line would.`} changes="network">
        <NetworkPanel live={controls.live} onSend={controls.send} />
      </Control>
      {why ? <p>{why}</p> : null}
      {[slow, noise, unplug].map(({ words, does, changes, isDisabled, isPressed, press }) => (
        <Control key={words} does={does} changes={changes === 'network' ? undefined : changes}>
          <Button aria-pressed={isPressed} disabled={isDisabled} onClick={press}>
            {words}
          </Button>
        </Control>
      ))}
      {ask}
    </Panel>
  );
}
