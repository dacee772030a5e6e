// Who comes in: the door of the room, and the lobby of those who wait at it.
import type { HostControls } from '../../bridge/session/host-controls';
import { formatCount } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/field';
import { Control } from './control';
import css from './host-panel.module.css';

type Door = 'open' | 'asks' | 'locked';

const doorDoes: Readonly<Record<Door, string>> = {
  open: 'Whoever has the code comes in.',
  asks: 'Whoever comes waits here for you. Until then they get nothing. Whom you let in may reload the page.',
  locked: 'Nobody new comes in. Those who are in stay, also when they reload the page.',
};

export function DoorControl({ controls: { live, send } }: { controls: HostControls }) {
  const door = live.room?.door ?? 'open';
  const isInRing = live.peers.some(({ rank }) => rank !== undefined);
  return (
    <Control does={doorDoes[door]}>
      <Segments<Door>
        label="Door"
        isLabelShown
        value={door}
        isDisabled={!isInRing}
        options={[
          ['open', 'Open'],
          ['asks', 'I let in'],
          ['locked', 'Locked'],
        ]}
        onChange={(next) => send({ kind: 'set-door', door: next })}
      />
      {door === 'open' ? null : <Lobby live={live} send={send} />}
    </Control>
  );
}

function Lobby({ live: { lobby }, send }: Pick<HostControls, 'live' | 'send'>) {
  const letIn = (peer: string): void => send({ kind: 'let-in', peer });
  return (
    <div className={css.lobby}>
      <p role="status">
        {lobby.length === 0
          ? 'Nobody waits at the door.'
          : `${formatCount(lobby.length)} ${lobby.length === 1 ? 'waits' : 'wait'} at the door.`}
      </p>
      {lobby.length > 0 ? (
        <ul aria-label="Waiting at the door">
          {lobby.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <Button isSmall aria-label={`Let ${name} in`} onClick={() => letIn(id)}>
                Let in
              </Button>
              <Button
                kind="quiet"
                isSmall
                aria-label={`Refuse ${name}`}
                onClick={() => send({ kind: 'kick', peer: id })}
              >
                Refuse
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      {lobby.length > 1 ? (
        <Button isSmall onClick={() => lobby.forEach(({ id }) => letIn(id))}>
          Let all in
        </Button>
      ) : null}
    </div>
  );
}
