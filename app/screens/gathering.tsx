// People join: how to join, the roster, and what will be trained.
import { t } from '@lingui/core/macro';
import { useStore } from 'zustand';
import type { Session } from '../bridge/session/session';
import { ActivityPanel } from '../panels/activity/activity-panel';
import { FlightRecordButton } from '../panels/activity/flight-record-button';
import { KeepPanel } from '../panels/host/keep-panel';
import { RunPanel } from '../panels/host/run-panel';
import { SharePanel } from '../panels/host/share-card';
import { useSendable } from '../panels/host/use-sendable';
import { BatchPanel } from '../panels/ring/batch-panel';
import { LobbyPanel } from '../panels/ring/lobby-panel';
import { YouPanel } from '../panels/ring/you-panel';
import { Button } from '../ui/button';
import { SendData } from './ring-parts';
import css from './ring.module.css';

interface Props {
  session: Session;
  onLeave: () => void;
  /** A guest’s phone shows who is here above it, and invites nobody: its room is on the wall. */
  isPhone?: boolean;
}

export function Gathering({ session, onLeave, isPhone = false }: Props) {
  const { place } = session;
  const isSendable = useSendable() !== undefined;
  const isIn = useStore(session.store, ({ shown }) => (shown?.worldSize ?? 0) > 0);
  // Who is shut out invites nobody.
  const isAtDoor = useStore(
    session.store,
    ({ shown }) => shown?.phase.kind === 'connecting' && shown.phase.why?.code.startsWith('door-') === true,
  );
  return (
    <div className={css.grid}>
      {place.kind === 'room' && !isAtDoor && !isPhone ? (
        <SharePanel ticket={place.ticket} className={css.span8} />
      ) : null}
      {isIn && !isPhone ? <LobbyPanel className={css.span4} /> : null}
      {isIn ? <BatchPanel className={css.span4} /> : null}
      <RunPanel className={css.span4} />
      {isSendable ? <SendData className={css.span4} /> : null}
      {isIn ? (
        <YouPanel className={css.span4} onLeave={onLeave} />
      ) : (
        <p className={css.span12}>
          <Button isSmall onClick={onLeave}>
            {t`Leave the ring`}
          </Button>{' '}
          <FlightRecordButton session={session} />
        </p>
      )}
      {isIn ? <KeepPanel className={css.span4} /> : null}
      {isIn ? <ActivityPanel className={place.kind === 'room' ? css.span8 : css.span4} /> : null}
    </div>
  );
}
