// The console's group on the room: who comes in, and what a wall shows them.
import { useState } from 'react';
import type { HostControls } from '../../bridge/session/host-controls';
import { useShownPart } from '../../bridge/session/session-context';
import { formatCount } from '../../bridge/words/format';
import { slideNames, slides } from '../../bridge/words/slide-words';
import type { RoomTicket } from '../../../src/replica/protocol';
import { spellCode, watchPath } from '../../../src/replica/room-link';
import { Button, buttonClass } from '../../ui/button';
import { SelectField } from '../../ui/field';
import { Modal } from '../../ui/modal';
import { Panel } from '../../ui/panel';
import { Toggle } from '../../ui/toggle';
import { Claims } from './claims';
import { Control } from './control';
import { HandOver } from './hand-over';
import { DoorControl } from './door-control';
import { hostText } from '../../text/host';
import { hostingText } from '../../text/hosting';

export function RoomGroup({
  controls,
  ticket,
  onInvite,
}: {
  controls: HostControls;
  ticket: RoomTicket;
  onInvite: () => void;
}) {
  const { live, send } = controls;
  const [isEnding, setIsEnding] = useState(false);
  const observers = useShownPart((shown) => shown.observers);
  return (
    <Panel title={hostText.room(spellCode(ticket.code))}>
      <Control does={hostText.codeLinkPicture}>
        <Button onClick={onInvite}>{hostText.showCodeQr}</Button>
      </Control>
      <DoorControl controls={controls} />
      <Claims controls={controls} />
      <Control does={hostText.windowWallHow(watchersWords(observers))}>
        <a
          className={buttonClass()}
          href={watchPath('project', ticket.code, ticket.key)}
          target="_blank"
          rel="noopener"
        >
          {hostingText.showProjector}
        </a>
      </Control>
      <Control does={hostText.onePictureTime}>
        <SelectField
          label={hostText.projectorsShow}
          value={live.shows ?? byItself}
          options={[
            [byItself, hostText.eachTurn],
            ...slides.map((slide) => [slide, slideNames[slide]] as const),
          ]}
          onChange={(picture) => send({ kind: 'show', picture: picture === byItself ? null : picture })}
        />
      </Control>
      <Control does={hostText.everyScreenCalls}>
        <Toggle
          label={hostText.hideNames}
          isOn={live.room?.areNamesHidden === true}
          onChange={(areHidden) => send({ kind: 'set-names', areHidden })}
        />
      </Control>
      <HandOver ticket={ticket} offer={live.handOver} />
      <Control does={hostText.allLeaveRing}>
        <Button kind="danger" onClick={() => setIsEnding(true)}>
          {hostText.endAll}
        </Button>
      </Control>
      <Modal title={hostText.endAll2} isNarrow isOpen={isEnding} onClose={() => setIsEnding(false)}>
        <p>{hostText.trainingPausesEvery}</p>
        <p style={{ marginTop: '1rem' }}>
          <Button
            kind="danger"
            onClick={() => {
              send({ kind: 'end' });
              setIsEnding(false);
            }}
          >
            {hostText.endAll3}
          </Button>
        </p>
      </Modal>
    </Panel>
  );
}

const byItself = '';

function watchersWords(observers: number): string {
  if (observers === 0) return hostText.nothingWatchesNow;
  return observers === 1 ? hostText.oneDeviceWatches : hostText.devicesWatchNow(formatCount(observers));
}
