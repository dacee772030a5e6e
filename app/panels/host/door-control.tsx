// Who comes in: the door of the room, and the lobby of those who wait at it.
import { plural, t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import type { HostCommand } from '../../../src/replica/protocol';
import type { HostControls } from '../../bridge/session/host-controls';
import { formatCount } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/field';
import { Control } from './control';
import css from './host-panel.module.css';

type Door = 'open' | 'asks' | 'locked';

const doorDoes: Readonly<Record<Door, () => string>> = {
  open: () => t`Whoever has the code comes in.`,
  asks: () =>
    t`Whoever comes waits here for you. Until then they get nothing. Whom you let in may reload the page.`,
  locked: () => t`Nobody new comes in. Those who are in stay, also when they reload the page.`,
};

export function DoorControl({ controls: { live, send } }: { controls: HostControls }) {
  const door = live.room?.door ?? 'open';
  const isInRing = live.peers.some(({ rank }) => rank !== undefined);
  return (
    <Control does={doorDoes[door]()}>
      <Segments<Door>
        label={t`Door`}
        value={door}
        isDisabled={!isInRing}
        options={[
          ['open', t`Open`],
          ['asks', t`I let in`],
          ['locked', t`Locked`],
        ]}
        onChange={(next) => send({ kind: 'set-door', door: next })}
      />
      {door === 'open' ? null : <Lobby live={live} send={send} />}
    </Control>
  );
}

/** Who waits, each with the buttons that answer. */
export function Lobby({ live: { lobby }, send }: Pick<HostControls, 'live' | 'send'>) {
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
          ? t`Nobody waits at the door.`
          : t`${{ length: formatCount(lobby.length) }} ${plural({ count: lobby.length }, { one: 'waits', other: 'wait' })} at the door.`}
      </p>
      {lobby.length > 0 ? (
        <ul aria-label={t`Waiting at the door`}>
          {lobby.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <Button isSmall aria-label={t`Let in ${name}`} onClick={() => letIn(id)}>
                {t`Let in`}
              </Button>
              <Button
                kind="quiet"
                isSmall
                aria-label={t`Refuse ${name}`}
                onClick={() => answer({ kind: 'kick', peer: id })}
              >
                {t`Refuse`}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {lobby.length > 1 ? (
        <Button isSmall onClick={() => lobby.forEach(({ id }) => letIn(id))}>
          {t`Let all in`}
        </Button>
      ) : null}
    </div>
  );
}
