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
import { Control } from './control';
import { HandOver } from './hand-over';
import { DoorControl } from './door-control';

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
    <Panel title={`Room ${spellCode(ticket.code)}`}>
      <Control does="The code, the link and its picture, for whoever comes now.">
        <Button onClick={onInvite}>Show code and QR</Button>
      </Control>
      <DoorControl controls={controls} />
      <Control
        does={`A window for a wall: how to join, then pictures without names. ${watchersWords(observers)}`}
      >
        <a
          className={buttonClass()}
          href={watchPath('project', ticket.code, ticket.key)}
          target="_blank"
          rel="noopener"
        >
          Show on a projector
        </a>
      </Control>
      <Control does="One picture at a time, on every wall that watches.">
        <SelectField
          label="Projectors show"
          value={live.shows ?? byItself}
          options={[
            [byItself, 'Each in turn'],
            ...slides.map((slide) => [slide, slideNames[slide]] as const),
          ]}
          onChange={(picture) => send({ kind: 'show', picture: picture === byItself ? null : picture })}
        />
      </Control>
      <Control does="Every screen calls people by two words in place of the names that they gave.">
        <Toggle
          label="Hide names"
          isOn={live.room?.areNamesHidden === true}
          onChange={(areHidden) => send({ kind: 'set-names', areHidden })}
        />
      </Control>
      <HandOver ticket={ticket} offer={live.handOver} />
      <Control does="All leave the ring. Each device keeps the run as it is now.">
        <Button kind="danger" onClick={() => setIsEnding(true)}>
          End for all …
        </Button>
      </Control>
      <Modal title="End for all?" isNarrow isOpen={isEnding} onClose={() => setIsEnding(false)}>
        <p>
          Training pauses, every device keeps the run as it is now, and all leave, this one too. Each screen
          says that the host ended the room. Only this browser can open the room again.
        </p>
        <p style={{ marginTop: '1rem' }}>
          <Button
            kind="danger"
            onClick={() => {
              send({ kind: 'end' });
              setIsEnding(false);
            }}
          >
            End it for all
          </Button>
        </p>
      </Modal>
    </Panel>
  );
}

const byItself = '';

function watchersWords(observers: number): string {
  if (observers === 0) return 'Nothing watches now.';
  return observers === 1 ? 'One device watches now.' : `${formatCount(observers)} devices watch now.`;
}
