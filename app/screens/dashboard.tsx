// The dashboard of a run. On a wide screen the loss, the model's picture and the ring are always in view, with the play row
// under them, and the rest is in tabs. On a narrow one all panels are in tabs. The chosen tab is kept on this device; `?tab=people` opens one.
import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { OnScreen, useIsPrinting } from '../bridge/session/on-screen';
import { useSession, useShownPart } from '../bridge/session/session-context';
import { setView, useViewSettings } from '../bridge/session/view-settings';
import { hasRoomEnded } from '../bridge/words/phase-words';
import { ActivityPanel } from '../panels/activity/activity-panel';
import { LossPanel } from '../panels/charts/loss-panel';
import { KeepPanel } from '../panels/host/keep-panel';
import { PlayRow } from '../panels/host/play-row';
import { useSendable } from '../panels/host/use-sendable';
import { BatchPanel } from '../panels/ring/batch-panel';
import { RingPanel } from '../panels/ring/ring-panel';
import { SplitPanel } from '../panels/ring/split-panel';
import { YouPanel } from '../panels/ring/you-panel';
import { SamplePanel } from '../panels/sample/sample-panel';
import { Tabs } from '../ui/tabs';
import {
  AccuracyPanel,
  ChangesPanel,
  CommunicationPanel,
  Finished,
  LeaguePanel,
  LearningRatePanel,
  LivePlayground,
  MyPrediction,
  RosterPanel,
  ScalingPanel,
  SendData,
  TimelinePanel,
  WaysOn,
  WhatIfPanel,
} from './ring-parts';
import { ErrorBoundary } from './error-boundary';
import { useGuestPhone } from './use-guest-phone';
import { useMedia } from '../ui/use-media';
import css from './ring.module.css';

/** What a wide screen shows beside each other. */
const firstTabs = () =>
  [
    ['loss', t`Loss`],
    ['model', t`Model`],
    ['ring', t`Ring`],
  ] as const;

const otherTabs = () =>
  [
    ['batch', t`Batch and time`],
    ['curves', t`Curves`],
    ['play', t`Playground`],
    ['network', t`Network`],
    ['timeline', t`Timeline`],
    ['people', t`People`],
    ['league', t`League`],
    ['you', t`You`],
    ['log', t`Log`],
    ['all', t`All`],
  ] as const;

/** A guest's phone opens at the guest's own part. */
const guestTabs = () =>
  [...otherTabs(), ...firstTabs()].toSorted(([a], [b]) => guestPlace(a) - guestPlace(b));

function guestPlace(id: string): number {
  const ids: readonly string[] = ['you', ...firstTabs().map(([first]) => first)];
  return ids.includes(id) ? ids.indexOf(id) : ids.length;
}

type TabId = ReturnType<typeof firstTabs | typeof otherTabs>[number][0];

interface Props {
  onLeave: () => void;
  /** It opens at this tab, and brings it into view. */
  opensAt?: TabId | undefined;
}

export function Dashboard({ onLeave, opensAt }: Props) {
  const isWide = useIsWide();
  const isPrinting = useIsPrinting();
  const isFinished = useShownPart(
    ({ phase, step }) => phase.kind === 'finished' || (step > 0 && hasRoomEnded(phase)),
  );
  const { tab } = useViewSettings();
  const [linked, setLinked] = useState(
    () => opensAt ?? new URLSearchParams(location.search).get('tab') ?? undefined,
  );
  const isPhoneOfGuest = useGuestPhone(useSession());
  const hasLeague = useShownPart(({ room }) => room?.league !== undefined);
  const every = isWide ? otherTabs() : isPhoneOfGuest ? guestTabs() : [...firstTabs(), ...otherTabs()];
  const tabs = every.filter(([id]) => id !== 'league' || hasLeague);
  const chosen = tabs.find(([id]) => id === (linked ?? tab))?.[0] ?? tabs[0][0];
  // Paper has no tabs.
  const open = isPrinting ? 'all' : chosen;
  const openTab = (id: TabId): void => {
    setLinked(undefined);
    setView({ tab: id });
  };
  const playWithIt = (): void => openTab('play');
  // The end takes the place of the play row: the cards stay where they are.
  const play = isFinished ? <Finished onPlay={playWithIt} hasWaysOn={isWide} /> : <PlayRow />;
  return (
    <>
      {isWide ? (
        <>
          <div className={css.first}>
            <Cell>
              <LossPanel />
            </Cell>
            <Cell>
              <SamplePanel />
            </Cell>
            <Cell>
              <RingPanel />
            </Cell>
          </div>
          {play}
        </>
      ) : isFinished && !isPhoneOfGuest ? (
        <WaysOn onPlay={playWithIt} />
      ) : null}
      <Tabs<TabId>
        label={t`Panels`}
        value={open}
        tabs={tabs}
        onChange={openTab}
        comesIntoView={opensAt !== undefined}
      >
        <div className={css.grid}>
          {open === 'all' ? (
            // All figures: the playground is a place of its own, with a Worker of its own.
            tabs.map(([id]) => (id === 'play' ? null : <Panels key={id} tab={id} onLeave={onLeave} />))
          ) : (
            <Panels tab={open} onLeave={onLeave} />
          )}
        </div>
      </Tabs>
      {isWide ? null : play}
    </>
  );
}

/** The panels of each tab, and how many of the twelve columns each takes. */
const cells: Readonly<Record<Exclude<TabId, 'you' | 'all'>, readonly (readonly [Span, ComponentType])[]>> = {
  loss: [['span12', LossPanel]],
  model: [['span12', SamplePanel]],
  ring: [['span12', RingPanel]],
  batch: [
    ['span4', BatchPanel],
    ['span8', SplitPanel],
  ],
  curves: [
    ['span4', AccuracyPanel],
    ['span4', LearningRatePanel],
    ['span4', ScalingPanel],
  ],
  play: [['span12', LivePlayground]],
  network: [
    ['span4', CommunicationPanel],
    ['span8', WhatIfPanel],
  ],
  timeline: [['span12', TimelinePanel]],
  league: [['span12', LeaguePanel]],
  people: [['span12', RosterPanel]],
  log: [
    ['span6', ChangesPanel],
    ['span6', ActivityPanel],
  ],
};

type Span = 'span4' | 'span6' | 'span8' | 'span12';

function Panels({ tab, onLeave }: { tab: TabId; onLeave: () => void }) {
  if (tab === 'all') return null;
  if (tab === 'you') return <You onLeave={onLeave} />;
  return cells[tab].map(([span, Panel], index) => (
    <Cell key={index} className={css[span]}>
      <Panel />
    </Cell>
  ));
}

/** What only this device's person needs. */
function You({ onLeave }: { onLeave: () => void }) {
  const isPhone = useGuestPhone(useSession());
  return (
    <>
      <Cell className={css.span6}>
        <YouPanel onLeave={onLeave} isPhone={isPhone} prediction={<Prediction />} />
      </Cell>
      <Cell className={css.span6}>
        <KeepPanel />
      </Cell>
      {/* Where this device has data that it may send. */}
      {useSendable() ? (
        <Cell className={css.span12}>
          <SendData />
        </Cell>
      ) : null}
    </>
  );
}

/** The panel’s code is loaded when the host asks. */
function Prediction() {
  const isAsked = useShownPart(({ question }) => question !== undefined);
  return isAsked ? <MyPrediction /> : null;
}

/** A cell of the grid that knows whether its panel is in view, or close to it. */
export function Cell({ className = '', children }: { className?: string; children: ReactNode }) {
  const { slowTicker } = useSession();
  const cell = useRef<HTMLDivElement>(null);
  const [isOnScreen, setIsOnScreen] = useState(true);
  useEffect(() => {
    if (!cell.current) return;
    // Several entries are a queue: the last one is now.
    const observer = new IntersectionObserver((entries) => setIsOnScreen(entries.at(-1)!.isIntersecting), {
      rootMargin: '100px',
    });
    observer.observe(cell.current);
    return () => observer.disconnect();
  }, []);
  return (
    // A screen reader may press what is out of view: a table opens with the newest numbers.
    <div ref={cell} className={`${css.cell} ${className}`} onClickCapture={() => slowTicker.beat()}>
      <ErrorBoundary isPart>
        <OnScreen isOnScreen={isOnScreen}>{children}</OnScreen>
      </ErrorBoundary>
    </div>
  );
}

/** Three panels fit beside each other: as in ring.module.css. */
function useIsWide(): boolean {
  return useMedia('(min-width: 75rem)');
}
