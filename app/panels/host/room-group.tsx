// The console's group on the room: who comes in, and what a wall shows them.
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import type { HostControls } from '../../bridge/session/host-controls';
import { useShownPart } from '../../bridge/session/session-context';
import { formatCount } from '../../bridge/words/format';
import { slideNames, slides } from '../../bridge/words/slide-words';
import type { RoomTicket } from '../../../src/replica/protocol';
import { spellCode } from '../../../src/base/room-code';
import { watchPath } from '../../../src/replica/room-link';
import { Button, buttonClass } from '../../ui/button';
import { Confirm } from '../../ui/confirm';
import { SelectField } from '../../ui/field';
import { Panel } from '../../ui/panel';
import { Toggle } from '../../ui/toggle';
import { Control } from './control';
import { HandOver } from './hand-over';
import { DoorControl } from './door-control';
import { hasStrangers, Strangers } from './strangers';

interface Props {
  controls: HostControls;
  ticket: RoomTicket;
  onInvite: () => void;
}

export function RoomGroup({ controls, ticket, onInvite }: Props) {
  const { live, send } = controls;
  const [isEnding, setIsEnding] = useState(false);
  const observers = useShownPart((shown) => shown.observers);
  return (
    <Panel title={t`Room ${{ code: spellCode(ticket.code) }}`}>
      <Control does={t`The code, the link and its picture, for whoever comes now.`}>
        <Button onClick={onInvite}>{t`Show code and QR`}</Button>
      </Control>
      <DoorControl controls={controls} />
      {hasStrangers(live) ? (
        <Control
          does={t`A device whose place you freed comes back only while half of the places are free, unless it is in your network.`}
        >
          <Strangers live={live} />
        </Control>
      ) : null}
      <Claims controls={controls} />
      <Control
        does={`${t`A window for a wall: how to join, then pictures without names.`} ${watchersWords(observers)}`}
      >
        <a
          className={buttonClass()}
          href={watchPath('project', ticket.code, ticket.key, ticket.mark)}
          target="_blank"
          rel="noopener"
        >
          {t`Show on a projector`}
        </a>
      </Control>
      <Control does={t`One picture at a time, on every wall that watches.`}>
        <SelectField
          label={t`Projectors show`}
          value={live.shows ?? byItself}
          options={[
            [byItself, t`Each in turn`],
            ...slides.map((slide) => [slide, slideNames[slide]()] as const),
          ]}
          onChange={(picture) => send({ kind: 'show', picture: picture === byItself ? null : picture })}
        />
      </Control>
      <Control
        does={t`Every screen calls people by two words. From then on, the names that they typed stay on their devices.`}
      >
        <Toggle
          label={t`Hide names`}
          isOn={live.room?.areNamesHidden === true}
          onChange={(areHidden) => send({ kind: 'set-names', areHidden })}
        />
      </Control>
      <Control
        does={t`Tabs of one browser are linked as devices are, to see what a network costs. Otherwise their bytes stay in the browser.`}
      >
        <Toggle
          label={t`WebRTC between all`}
          isOn={live.room?.onlyWebRtc === true}
          onChange={(onlyWebRtc) => send({ kind: 'set-links', onlyWebRtc })}
        />
      </Control>
      <HandOver ticket={ticket} offer={live.handOver} />
      <Control does={t`All leave the ring. Each device keeps the run as it is now.`}>
        <Button kind="danger" onClick={() => setIsEnding(true)}>
          {t`End for all …`}
        </Button>
      </Control>
      <Confirm
        title={t`End for all?`}
        isOpen={isEnding}
        action={t`End it for all`}
        onConfirm={() => send({ kind: 'end' })}
        onClose={() => setIsEnding(false)}
      >
        <p>{t`Training pauses, every device keeps the run as it is now, and all leave, this one too. Each screen says that the host ended the room. Only this browser can open the room again.`}</p>
      </Confirm>
    </Panel>
  );
}

const byItself = '';

function watchersWords(observers: number): string {
  if (observers === 0) return t`Nothing watches now.`;
  return observers === 1
    ? t`One device watches now.`
    : t`${{ observers: formatCount(observers) }} devices watch now.`;
}

/** Members that say they have more examples of their own than twice an equal share. The host may count all of them (H25). */
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
