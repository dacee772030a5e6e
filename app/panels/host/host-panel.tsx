// The host's first controls, drawn for hosts only: run, and the way to the console, at the end of the status. All members
// decide on every command at a step boundary.
import { select, t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { hostedRoom, keeps } from '../../bridge/session/device-memory';
import { useHostControls } from '../../bridge/session/host-controls';
import { useSession, useShownPart } from '../../bridge/session/session-context';
import { formatCount } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { GoOn, RestartWith } from './go-on';
import { NewRun } from './new-run';
import { Waiting } from './waiting';
import ui from '../../ui/shape.module.css';
import css from './host-panel.module.css';
import type { Snapshot } from '../../../src/replica/protocol';

/** The device that hosted the room before shows it (H15). */
function Moved() {
  const hasMoved = useShownPart(({ hasHostMoved }) => hasHostMoved);
  const host = useShownPart(({ peers }) => peers.find(({ isHost, isSelf }) => isHost && !isSelf)?.name);
  if (!hasMoved) return null;
  return (
    <section className={`${ui.card} ${css.bar}`} aria-label={t`Hosting`}>
      <p role="status">
        {host === undefined
          ? t`Another device hosts the room now. This device is an ordinary member.`
          : t`${host} hosts the room now. This device is an ordinary member.`}
      </p>
    </section>
  );
}

interface Props {
  /** The console is open below it. */
  isConsole?: boolean;
  onConsole?: (isOpen: boolean) => void;
}

export function HostPanel({ isConsole = false, onConsole }: Props) {
  const controls = useHostControls();
  if (!controls) return null;
  const { live, send } = controls;
  const phase = live.phase.kind;
  const isRunning =
    phase === 'training' || phase === 'regrouping' || phase === 'catching-up' || phase === 'no-quorum';
  const isOver = phase === 'finished' || phase === 'diverged';
  const canStart = phase === 'lobby' || phase === 'paused';
  return (
    <section className={css.main} aria-label={t`Host controls`}>
      {live.phase.kind === 'diverged' && live.phase.suggestedLearningRate !== undefined ? (
        <RestartWith
          rate={live.phase.suggestedLearningRate}
          onRestart={(learningRate) => {
            send({ kind: 'set-learning-rate', learningRate });
            send({ kind: 'start' });
          }}
        />
      ) : live.phase.kind === 'no-quorum' ? (
        <GoOn live={live} onGoOn={send} />
      ) : isRunning ? (
        <Button kind="primary" onClick={() => send({ kind: 'pause' })}>
          {t`Pause`}
        </Button>
      ) : isOver ? null : (
        <Button kind="primary" disabled={!canStart} onClick={() => send({ kind: 'start' })}>
          {phase === 'paused' ? t`Resume` : t`Start`}
        </Button>
      )}
      {isOver ? (
        // On the dashboard of a finished run "Play with it" is the button to press next.
        <NewRun controls={controls} kind={phase === 'finished' && isConsole ? 'primary' : 'plain'} />
      ) : null}
      {onConsole ? (
        <Button onClick={() => onConsole(!isConsole)}>
          {isConsole
            ? t`Back to the ring`
            : live.lobby.length > 0
              ? t`Console: ${{ length: formatCount(live.lobby.length) }} at the door`
              : t`Console`}
        </Button>
      ) : null}
    </section>
  );
}

/** News that the host should know first: who waits for it, whether another device hosts, and whether this browser would forget
 *  that it does. */
export function HostNews({ isConsole = false }: Pick<Props, 'isConsole'>) {
  const controls = useHostControls();
  if (!controls) return <Moved />;
  return (
    <>
      {isConsole ? null : <Waiting controls={controls} />}
      <OtherHost />
      <NotKept />
    </>
  );
}

function OtherHost() {
  const where = useShownPart(otherHost);
  return where ? (
    <p className={`${ui.card} ${css.twice}`} role="status">
      {t`This room is hosted in another tab${select({ isHere: String(where === 'here') }, { true: ' of this browser', other: '' })} too.`}
    </p>
  ) : null;
}

/** Where the browser refuses storage, a reload would end this device's rights: the person is told, and asked before it. */
function NotKept() {
  const { place } = useSession();
  const isKept = place.kind !== 'room' || hostedRoom(place.ticket.code) !== undefined || keeps();
  useEffect(() => {
    if (isKept) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isKept]);
  return isKept ? null : (
    <p className={`${ui.card} ${css.twice}`} role="status">
      {t`This browser keeps nothing for this page: after a reload you would no longer be this room’s host. Keep this tab open.`}
    </p>
  );
}

/** Finds another host of the room: the browser keeps the host's rights, so each of its tabs that opens the room's address
 *  hosts the room. 'here': in a tab of this browser; 'somewhere': the ring cannot tell where. */
export function otherHost({ self, peers, devices }: Snapshot): 'here' | 'somewhere' | undefined {
  const other = peers.find(({ isHost, isSelf, state }) => isHost && !isSelf && state !== 'lost');
  if (!other) return undefined;
  return devices.some((ids) => ids.includes(self) && ids.includes(other.id)) ? 'here' : 'somewhere';
}
