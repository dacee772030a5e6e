// The live dashboard. Every phase has its place in the same grid; the first cell is what matters most now: the way
// in while people gather, a missing file, or the loss.
import { useState } from 'react';
import { useStore } from 'zustand';
import { SessionProvider } from '../bridge/session-context';
import type { Session } from '../bridge/session';
import { spellCode } from '../bridge/room-link';
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
import { SamplePanel } from '../panels/sample-panel';
import { ShareCard } from '../panels/share-card';
import { SplitPanel } from '../panels/split-panel';
import { StatusStrip } from '../panels/status-strip';
import { YouPanel } from '../panels/you-panel';
import { Button } from '../ui/button';
import { Modal } from '../ui/modal';
import { Panel } from '../ui/panel';
import { Frame } from './frame';
import { Trouble } from './trouble';
import css from './ring.module.css';

export interface RingScreenProps {
  session: Session;
  onTryAgain: () => void;
  onUseCpu: () => void;
  onLeave: () => void;
}

export default function RingScreen({ session, onTryAgain, onUseCpu, onLeave }: RingScreenProps) {
  const shown = useStore(session.store, (state) => state.shown);
  const isDisplayPaused = useStore(session.store, (state) => state.isDisplayPaused);
  const [isSharing, setIsSharing] = useState(false);
  const { place } = session;
  const title = place.kind === 'room' ? `Room ${spellCode(place.ticket.code)}` : 'Demo ring';
  const phase = shown?.phase;
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
            <div className={css.grid}>
              {phase.kind === 'needs-file' ? (
                <NeedsFilePanel phase={phase} className={css.span8} />
              ) : place.kind === 'room' && shown.step === 0 && phase.kind !== 'training' ? (
                <Panel
                  title="Come in"
                  className={css.span8}
                  summary="Scan the code or type it: whoever opens the page and presses Join is a replica."
                >
                  <ShareCard ticket={place.ticket} />
                </Panel>
              ) : (
                <LossPanel className={css.span8} />
              )}
              <RingPanel className={css.span4} />
              <BatchPanel className={css.span4} />
              <SplitPanel className={css.span8} />
              <AccuracyPanel className={css.span4} />
              <SamplePanel className={css.span4} />
              <YouPanel className={css.span4} onLeave={onLeave} />
              <LearningRatePanel className={css.span4} />
              <CommunicationPanel className={css.span4} />
              <ActivityPanel className={css.span4} />
            </div>
            <RosterPanel />
          </div>
        )}
        {place.kind === 'room' ? (
          <Modal title="Invite" isOpen={isSharing} onClose={() => setIsSharing(false)}>
            <ShareCard ticket={place.ticket} />
          </Modal>
        ) : null}
      </Frame>
    </SessionProvider>
  );
}
