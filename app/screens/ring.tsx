// The live dashboard. Every phase has its place in the same grid. The first cell holds what matters most now: how to
// join while people gather, a missing file, or the loss.
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { useStore } from 'zustand';
import type { Phase } from '../../src/replica/protocol';
import { notesOf } from '../bridge/session/run-notes';
import { SessionProvider } from '../bridge/session/session-context';
import type { Session } from '../bridge/session/session';
import { isRemoval } from '../bridge/session/removal';
import { spellCode } from '../../src/base/room-code';
import { watchPath } from '../../src/replica/room-link';
import { useWakeLock } from '../bridge/session/wake-lock';
import { sayingWords, technicalWords } from '../bridge/words/saying-words';
import { hasRoomEnded } from '../bridge/words/phase-words';
import { ActivityPanel } from '../panels/activity/activity-panel';
import { FlightRecordButton } from '../panels/activity/flight-record-button';
import { HostNews, HostPanel } from '../panels/host/host-panel';
import { ResumeProvider } from '../panels/host/resume-dialog';
import { RunPanel } from '../panels/host/run-panel';
import { ShareCard } from '../panels/host/share-card';
import { StatusStrip } from '../panels/activity/status-strip';
import { Button } from '../ui/button';
import { usePartsAtRest } from '../ui/lazy-part';
import { Modal } from '../ui/modal';
import { withoutScreen } from '../bridge/session/alone-link';
import { Cell, Dashboard } from './dashboard';
import { ErrorBoundary } from './error-boundary';
import { Frame, useLateHeading } from './frame';
import { Gathering } from './gathering';
import {
  ClassKeeper,
  Console,
  GuestPhone,
  HostAway,
  NeedsBasePanel,
  NeedsFilePanel,
  QuestionCard,
  RosterPanel,
} from './ring-parts';
import { Trouble } from './trouble';
import { useGuestPhone } from './use-guest-phone';
import { useLackedBase } from './use-lacked-base';
import { preparedLesson } from '../panels/question/prepared-lesson';
import { leadMemory } from '../panels/question/lead-memory';
import ui from '../ui/shape.module.css';
import css from './ring.module.css';

export interface RingScreenProps {
  session: Session;
  onTryAgain: () => void;
  onUseCpu: () => void;
  onLeave: () => void;
}

/** Phases in which the ring would wait for a sleeping device. */
const awake: ReadonlySet<Phase['kind']> = new Set([
  'training',
  'regrouping',
  'catching-up',
  'lobby',
  'no-quorum',
]);

/** People join before the first step, and there is nothing to draw yet. */
const gathering: ReadonlySet<Phase['kind']> = new Set([
  'starting',
  'connecting',
  'catching-up',
  'lobby',
  'no-quorum',
  'regrouping',
]);

/** A drawing that fails leaves the session, and so the replica and a host's rights, as they are. */
export default function RingScreen(props: RingScreenProps) {
  return (
    <ErrorBoundary>
      <Ring {...props} />
    </ErrorBoundary>
  );
}

function Ring({ session, onTryAgain, onUseCpu, onLeave }: RingScreenProps) {
  // Only the values that decide the layout: the panels listen to the rest themselves.
  const phase = useStore(session.store, ({ shown }) => shown?.phase.kind);
  const ended = useStore(session.store, ({ shown }) =>
    shown?.phase.kind === 'failed' ? shown.phase : undefined,
  );
  const keptStep = useStore(session.store, ({ kept }) => kept?.step);
  const missing = useStore(session.store, ({ shown }) =>
    shown?.phase.kind === 'needs-file' ? shown.phase : undefined,
  );
  const lacked = useLackedBase(session);
  const isLacking = missing !== undefined || lacked !== undefined;
  const isFresh = useStore(session.store, ({ shown }) => shown?.step === 0);
  const hasRoster = useStore(
    session.store,
    ({ shown }) => shown !== undefined && (shown.worldSize > 0 || shown.peers.length > 1),
  );
  const isDisplayPaused = useStore(session.store, (state) => state.isDisplayPaused);
  const mayInvite = useStore(
    session.store,
    ({ hasEntered, forControls }) =>
      hasEntered && !(forControls?.phase.kind === 'failed' && isRemoval(forControls.phase.error.code)),
  );
  const isRoomOver = useStore(session.store, ({ shown }) => shown !== undefined && hasRoomEnded(shown.phase));
  const isAsked = useStore(session.store, ({ shown }) => shown?.question !== undefined);
  const hasHostNews = useStore(session.store, ({ shown }) => shown?.host !== undefined);
  const isHost = useStore(session.store, ({ forControls }) => forControls?.isHost === true);
  const [isSharing, setIsSharing] = useState(false);
  const screen = useRingScreen();
  const { place } = session;
  const isPrepared = isHost && place.kind === 'room' && preparedLesson(place.ticket.code) !== undefined;
  const [hasLed] = useState(
    () => place.kind === 'room' && leadMemory(place.ticket.code).read() !== undefined,
  );
  useEffect(() => void notesOf(session), [session]);
  usePartsAtRest();
  useLateHeading(phase !== undefined);
  const title = place.kind === 'room' ? t`Room ${{ code: spellCode(place.ticket.code) }}` : t`Demo ring`;
  const isPhone = useGuestPhone(session) && !isLacking && !ended && phase !== 'left';
  const isConsole = isHost && screen === 'console' && phase !== 'left' && !ended;
  // A demo begins by itself: its dashboard stands from the start.
  const isGathering = place.kind === 'room' && isFresh && phase !== undefined && gathering.has(phase);
  useWakeLock(phase !== undefined && awake.has(phase));
  return (
    <SessionProvider session={session}>
      <Frame
        title={
          isConsole ? t`Console of ${{ value: place.kind === 'room' ? title : t`the demo ring` }}` : title
        }
        isWide
        isOfRoom
        tools={
          isPhone ? null : (
            <>
              <span className={css.room} translate="no">
                {title}
              </span>
              {place.kind === 'room' && mayInvite && !isRoomOver ? (
                <Button isSmall onClick={() => setIsSharing(true)}>
                  {t`Invite`}
                </Button>
              ) : null}
              <Button
                kind="quiet"
                isSmall
                aria-pressed={isDisplayPaused}
                onClick={() => session.pauseDisplay(!isDisplayPaused)}
              >
                {isDisplayPaused ? t`Resume display` : t`Pause display`}
              </Button>
            </>
          )
        }
      >
        {phase === undefined ? (
          <p className={css.starting} role="status">
            {t`Starting this replica …`}
          </p>
        ) : ended ? (
          <Trouble
            code={ended.error.code}
            message={sayingWords(ended.error.says)}
            technical={technicalWords(ended.error.says)}
            onTryAgain={onTryAgain}
            onUseCpu={onUseCpu}
            flightRecord={<FlightRecordButton session={session} />}
            keptStep={place.kind === 'room' ? keptStep : undefined}
            watch={
              place.kind === 'room'
                ? watchPath('watch', place.ticket.code, place.ticket.key, place.ticket.mark)
                : undefined
            }
            isDemo={place.kind === 'alone'}
          />
        ) : isPhone ? (
          <>
            {hasHostNews ? <HostAway /> : null}
            <GuestPhone isGathering={isGathering} onLeave={onLeave} />
          </>
        ) : (
          <ResumeProvider>
            <div className={`${ui.stack} ${css.stack}`}>
              <StatusStrip
                acts={
                  phase === 'left' ? undefined : (
                    <HostPanel
                      isConsole={isConsole}
                      onConsole={(isOpen) => openScreen(isOpen ? 'console' : 'ring')}
                    />
                  )
                }
              />
              {hasHostNews && phase !== 'left' ? <HostAway /> : null}
              {phase === 'left' ? (
                <p className={ui.row}>
                  {isRoomOver ? null : (
                    <Button kind="primary" onClick={onTryAgain}>
                      {place.kind === 'alone' ? t`Start again` : t`Join again`}
                    </Button>
                  )}
                  <Button onClick={onLeave}>{t`Back to the start`}</Button>
                </p>
              ) : (
                <HostNews isConsole={isConsole} />
              )}
              {(isAsked || isPrepared) && !isConsole && phase !== 'left' ? (
                <div className={css.asked}>
                  <QuestionCard />
                </div>
              ) : null}
              {isHost && hasLed && phase !== 'left' ? <ClassKeeper /> : null}
              {isConsole ? (
                <Console onInvite={() => setIsSharing(true)} />
              ) : missing || lacked ? (
                <div className={css.grid}>
                  {missing ? <NeedsFilePanel phase={missing} className={css.span8} /> : null}
                  {lacked ? <NeedsBasePanel run={lacked} className={css.span8} /> : null}
                  <RunPanel className={css.span4} />
                  <ActivityPanel className={css.span12} />
                </div>
              ) : isGathering ? (
                <Gathering session={session} onLeave={onLeave} />
              ) : (
                <Dashboard onLeave={onLeave} />
              )}
              {hasRoster && !isConsole && (isLacking || isGathering) ? (
                <Cell>
                  <RosterPanel />
                </Cell>
              ) : null}
            </div>
          </ResumeProvider>
        )}
        {place.kind === 'room' ? (
          <Modal title={t`Invite`} isWide isOpen={isSharing} onClose={() => setIsSharing(false)}>
            <ShareCard ticket={place.ticket} />
          </Modal>
        ) : null}
      </Frame>
    </SessionProvider>
  );
}

type RingScreenName = 'ring' | 'console';

/** Which screen of a ring is open, from the address: `?screen=console` is the host's. The way back is the browser's too. */
function useRingScreen(): RingScreenName {
  return new URLSearchParams(useSearch()).get('screen') === 'console' ? 'console' : 'ring';
}

/** The rest of the address stays: a room's key is in its fragment. */
function openScreen(screen: RingScreenName): void {
  const rest = withoutScreen(location.search.slice(1));
  const search = [rest, ...(screen === 'ring' ? [] : [`screen=${screen}`])].filter(Boolean).join('&');
  navigate(`${location.pathname}${search && `?${search}`}${location.hash}`);
}
