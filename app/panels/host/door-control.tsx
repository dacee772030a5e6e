// Who comes in: the door of the room, and the lobby of those who wait at it.
import { useEffect, useRef } from 'react';
import type { HostCommand } from '../../../src/replica/protocol';
import type { HostControls } from '../../bridge/session/host-controls';
import { formatCount } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/field';
import { Control } from './control';
import { hostText } from '../../text/host';
import css from './host-panel.module.css';

type Door = 'open' | 'asks' | 'locked';

const doorDoes: Readonly<Record<Door, string>> = {
  get open() {
    return hostText.whoeverCodeComes;
  },
  get asks() {
    return hostText.whoeverComesWaits;
  },
  get locked() {
    return hostText.nobodyNewComes;
  },
};

export function DoorControl({ controls: { live, send } }: { controls: HostControls }) {
  const door = live.room?.door ?? 'open';
  const isInRing = live.peers.some(({ rank }) => rank !== undefined);
  return (
    <Control does={doorDoes[door]}>
      <Segments<Door>
        label={hostText.door}
        isLabelShown
        value={door}
        isDisabled={!isInRing}
        options={[
          ['open', hostText.open],
          ['asks', hostText.iLet],
          ['locked', hostText.locked],
        ]}
        onChange={(next) => send({ kind: 'set-door', door: next })}
      />
      {door === 'open' ? null : <Lobby live={live} send={send} />}
    </Control>
  );
}

function Lobby({ live: { lobby }, send }: Pick<HostControls, 'live' | 'send'>) {
  const holder = useRef<HTMLDivElement>(null);
  const isAnswering = useRef(false);
  const answer = (command: HostCommand): void => {
    isAnswering.current = true;
    send(command);
  };
  const letIn = (peer: string): void => answer({ kind: 'let-in', peer });
  useEffect(() => {
    // The pressed button went with its row, and the focus with it: on to the next one.
    if (!isAnswering.current || document.activeElement !== document.body) return;
    isAnswering.current = false;
    (holder.current?.querySelector('button') ?? holder.current)?.focus();
  }, [lobby.length]);
  return (
    <div ref={holder} tabIndex={-1} className={css.lobby}>
      <p role="status">
        {lobby.length === 0
          ? hostText.nobodyWaitsDoor
          : hostText.door2(formatCount(lobby.length), lobby.length)}
      </p>
      {lobby.length > 0 ? (
        <ul aria-label={hostText.waitingDoor}>
          {lobby.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <Button isSmall aria-label={hostText.let(name)} onClick={() => letIn(id)}>
                {hostText.let2}
              </Button>
              <Button
                kind="quiet"
                isSmall
                aria-label={hostText.refuse(name)}
                onClick={() => answer({ kind: 'kick', peer: id })}
              >
                {hostText.refuse2}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {lobby.length > 1 ? (
        <Button isSmall onClick={() => lobby.forEach(({ id }) => letIn(id))}>
          {hostText.letAll}
        </Button>
      ) : null}
    </div>
  );
}
