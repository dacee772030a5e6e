// The live dashboard. Every phase has its place in the same grid; the first cell is what matters most now: the way
// in while people gather, a missing file, or the loss.
import { useState } from 'react';
import { useStore } from 'zustand';
import type { Phase } from '../../src/replica/protocol';
import { SessionProvider } from '../bridge/session-context';
import type { Session } from '../bridge/session';
import { spellCode } from '../bridge/room-link';
import { useWakeLock } from '../bridge/wake-lock';
import { AccuracyPanel } from '../panels/accuracy-panel';
import { ActivityPanel } from '../panels/activity-panel';
import { BatchPanel } from '../panels/batch-panel';
import { CommunicationPanel } from '../panels/communication-panel';
import { HostPanel } from '../panels/host-panel';
import { LearningRatePanel } from '../panels/learning-rate-panel';
import { LossPanel } from '../panels/loss-panel';
import { NeedsFilePanel } from '../panels/needs-file-panel';
import { RingPanel } from '../panels/ring-panel';
import { RosterPanel } from '../panels/roster-panel';
import { RunPanel } from '../panels/run-panel';
import { SamplePanel } from '../panels/sample-panel';
import { SharePanel, ShareCard } from '../panels/share-card';
import { SplitPanel } from '../panels/split-panel';
import { StatusStrip } from '../panels/status-strip';
import { YouPanel } from '../panels/you-panel';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import { Frame } from './frame';
import { Trouble } from './trouble';
import css from './ring.module.css';

export interface RingScreenProps {
  session: Session;
  onTryAgain: () => void;
  onUseCpu: () => void;
  onLeave: () => void;
}

/** Phases in which a sleeping device would be missed. */
const awake: ReadonlySet<Phase['kind']> = new Set([
  'training',
  'regrouping',
  'healing',
  'lobby',
  'no-quorum',
]);

/** Before the first step, people come in; there is nothing to draw yet. */
const gathering: ReadonlySet<Phase['kind']> = new Set([
  'starting',
  'connecting',
  'healing',
  'lobby',
  'no-quorum',
  'regrouping',
]);

export default function RingScreen({ session, onTryAgain, onUseCpu, onLeave }: RingScreenProps) {
  const shown = useStore(session.store, (state) => state.shown);
  const isDisplayPaused = useStore(session.store, (state) => state.isDisplayPaused);
  const [isSharing, setIsSharing] = useState(false);
  const { place } = session;
  const title = place.kind === 'room' ? `Room ${spellCode(place.ticket.code)}` : 'Demo ring';
  const phase = shown?.phase;
  const isGathering = shown?.step === 0 && phase !== undefined && gathering.has(phase.kind);
  useWakeLock(phase !== undefined && awake.has(phase.kind));
  return (
    <SessionProvider session={session}>
      <Frame
        title={title}
        isWide
        tools={
          <>
            <span className={css.room}>{title}</span>
            {place.kind === 'room' ? (
              <Button isSmall onClick={() => setIsSharing(true)}>
                Invite
              </Button>
            ) : null}
            <Button
              kind="quiet"
              isSmall
              aria-pressed={isDisplayPaused}
              onClick={() => session.pauseDisplay(!isDisplayPaused)}
            >
              {isDisplayPaused ? 'Resume display' : 'Pause display'}
            </Button>
          </>
        }
      >
        {shown === undefined || phase === undefined ? (
          <p className={css.starting} role="status">
            Starting this replica …
          </p>
        ) : phase.kind === 'failed' ? (
          <Trouble
            code={phase.error.code}
            message={phase.error.message}
            onTryAgain={onTryAgain}
            onUseCpu={onUseCpu}
          />
        ) : (
          <div className={css.stack}>
            <StatusStrip />
            {phase.kind === 'left' ? (
              <p className={css.left}>
                <Button kind="primary" onClick={onTryAgain}>
                  Join again
                </Button>
                <Button onClick={onLeave}>Back to the start</Button>
              </p>
            ) : (
              <HostPanel />
            )}
            {phase.kind === 'needs-file' ? (
              <div className={css.grid}>
                <NeedsFilePanel phase={phase} className={css.span8} />
                <RunPanel className={css.span4} />
                <ActivityPanel className={css.span12} />
              </div>
            ) : isGathering ? (
              <Gathering session={session} onLeave={onLeave} />
            ) : (
              <Running onLeave={onLeave} />
            )}
            {shown.worldSize > 0 || shown.peers.length > 1 ? <RosterPanel /> : null}
          </div>
        )}
        {place.kind === 'room' ? (
          <Modal title="Invite" isWide isOpen={isSharing} onClose={() => setIsSharing(false)}>
            <ShareCard ticket={place.ticket} />
          </Modal>
        ) : null}
      </Frame>
    </SessionProvider>
  );
}

/** People come in: the way in, who is here, and what will be trained. */
function Gathering({ session, onLeave }: { session: Session; onLeave: () => void }) {
  const { place } = session;
  const isIn = useStore(session.store, ({ shown }) => (shown?.worldSize ?? 0) > 0);
  return (
    <div className={css.grid}>
      {place.kind === 'room' ? <SharePanel ticket={place.ticket} className={css.span8} /> : null}
      {isIn ? <RingPanel className={css.span4} /> : null}
      {isIn ? <BatchPanel className={css.span4} /> : null}
      <RunPanel className={css.span4} />
      {isIn ? (
        <YouPanel className={css.span4} onLeave={onLeave} />
      ) : (
        <p className={css.span12}>
          <Button isSmall onClick={onLeave}>
            {place.kind === 'alone' ? 'End the demo' : 'Leave the ring'}
          </Button>
        </p>
      )}
      {isIn ? <ActivityPanel className={place.kind === 'room' ? css.span12 : css.span8} /> : null}
    </div>
  );
}

/** The loss and the effective batch first, then where the time goes. */
function Running({ onLeave }: { onLeave: () => void }) {
  return (
    <div className={css.grid}>
      <LossPanel className={css.span8} />
      <BatchPanel className={css.span4} />
      <SplitPanel className={css.span8} />
      <RingPanel className={css.span4} />
      <AccuracyPanel className={css.span4} />
      <SamplePanel className={css.span4} />
      <CommunicationPanel className={css.span4} />
      <LearningRatePanel className={css.span4} />
      <YouPanel className={css.span4} onLeave={onLeave} />
      <ActivityPanel className={css.span4} />
    </div>
  );
}
