// The panel lab, for work on the dashboard: every panel in every phase, and whole screens, from fixtures.
import { use, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { useStore } from 'zustand';
import { Session } from '../../../app/bridge/session/session';
import { SessionProvider } from '../../../app/bridge/session/session-context';
import { AccuracyPanel } from '../../../app/panels/charts/accuracy-panel';
import { ActivityPanel } from '../../../app/panels/activity/activity-panel';
import { ChangesPanel } from '../../../app/panels/activity/changes-panel';
import { BatchPanel } from '../../../app/panels/ring/batch-panel';
import { CommunicationPanel } from '../../../app/panels/ring/communication-panel';
import { HostPanel } from '../../../app/panels/host/host-panel';
import { FinishPanel } from '../../../app/panels/host/finish-panel';
import { KeepPanel } from '../../../app/panels/host/keep-panel';
import { LearningRatePanel } from '../../../app/panels/charts/learning-rate-panel';
import { LobbyPanel } from '../../../app/panels/ring/lobby-panel';
import { LossPanel } from '../../../app/panels/charts/loss-panel';
import { RingPanel } from '../../../app/panels/ring/ring-panel';
import { RosterPanel } from '../../../app/panels/ring/roster-panel';
import { RunSettings } from '../../../app/panels/host/run-settings';
import { SamplePanel } from '../../../app/panels/sample/sample-panel';
import { ScalingPanel } from '../../../app/panels/charts/scaling-panel';
import { SplitPanel } from '../../../app/panels/ring/split-panel';
import { StatusStrip } from '../../../app/panels/activity/status-strip';
import TimelinePanel from '../../../app/panels/timeline/timeline-panel';
import { WhatIfPanel } from '../../../app/panels/ring/what-if-panel';
import { YouPanel } from '../../../app/panels/ring/you-panel';
import { SelectField } from '../../../app/ui/field';
import { lessonIds } from '../../../app/lessons/core/lesson';
import { places } from '../fixtures/places';
import { presets } from '../fixtures/runs';
import { Frame } from '../../../app/screens/frame';
import { labPlaces } from './lab-place';
import { Projector } from '../../../app/screens/project';
import RingScreen from '../../../app/screens/ring';
import { WatchView } from '../../../app/screens/watch';
import { labText } from './lab-text';
import css from './lab.module.css';

const loadedScenarios = import('../fixtures/scenarios');
const loadedWatched = import('../fixtures/watched');
const loadedLessons = import('../fixtures/class-lesson');
const nothing = (): void => undefined;

const panels: Readonly<Record<string, ComponentType>> = {
  status: StatusStrip,
  host: () => <HostPanel />,
  keep: KeepPanel,
  loss: LossPanel,
  ring: RingPanel,
  batch: BatchPanel,
  split: SplitPanel,
  accuracy: AccuracyPanel,
  sample: SamplePanel,
  you: () => <YouPanel onLeave={nothing} />,
  rate: LearningRatePanel,
  scaling: ScalingPanel,
  changes: ChangesPanel,
  lobby: LobbyPanel,
  finish: FinishPanel,
  communication: CommunicationPanel,
  'what-if': WhatIfPanel,
  timeline: TimelinePanel,
  activity: ActivityPanel,
  roster: RosterPanel,
};

export default function LabScreen({ scenario }: { scenario?: string }) {
  if (scenario === 'settings') return <Settings />;
  if (scenario === 'layers') return <Settings layers={oddLayers} />;
  if (scenario === 'project' || scenario === 'watch') return <Watched screen={scenario} />;
  const Place = scenario === undefined ? undefined : labPlaces[scenario];
  if (Place) return <Place />;
  return scenario ? <WholeScreen name={scenario} /> : <PanelLab />;
}

function WholeScreen({ name }: { name: string }) {
  const session = useFixture(name, true);
  const [, navigate] = useLocation();
  const back = (): void => navigate('/lab/panels');
  if (!session) return null;
  return <RingScreen session={session} onTryAgain={back} onUseCpu={back} onLeave={back} />;
}

function PanelLab() {
  const { scenarios } = use(loadedScenarios);
  const [panel, setPanel] = useState('status');
  return (
    <Frame title={labText.panelLab} isWide>
      <h1>{labText.panelLab}</h1>
      <nav aria-label={labText.wholeScreens} className={css.links}>
        {scenarios.map(({ name, title }) => (
          <Link key={name} href={`/lab/screen/${name}`}>
            {title}
          </Link>
        ))}
      </nav>
      <nav aria-label={labText.otherScreens} className={css.links}>
        {places.map(({ name, address }) => (
          <Link key={name} href={address}>
            {name}
          </Link>
        ))}
      </nav>
      <SelectField
        label={labText.panel}
        value={panel}
        options={Object.keys(panels).map((name) => [name, name] as const)}
        onChange={setPanel}
      />
      {scenarios.map(({ name, title }) => (
        <Scenario key={name} title={title}>
          <OnePanel name={name} panel={panel} />
        </Scenario>
      ))}
    </Frame>
  );
}

/** The same panel stands here once for each scenario. Landmarks of a page must differ, so its regions are groups here. */
function Scenario({ title, children }: { title: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const group = (): void =>
      frame.current
        ?.querySelectorAll('section:not([role]), [role="region"]')
        .forEach((part) => (part.role = 'group'));
    const parts = new MutationObserver(group);
    parts.observe(frame.current!, { childList: true, subtree: true });
    group();
    return () => parts.disconnect();
  }, []);
  return (
    <div ref={frame} className={css.scenario}>
      <h2>{title}</h2>
      {children}
    </div>
  );
}

function OnePanel({ name, panel }: { name: string; panel: string }) {
  const session = useFixture(name);
  if (!session) return null;
  return (
    <SessionProvider session={session}>
      <WhenShown session={session} Panel={panels[panel]} />
    </SessionProvider>
  );
}

function WhenShown({ session, Panel }: { session: Session; Panel: ComponentType }) {
  const isReady = useStore(session.store, (state) => state.shown !== undefined);
  return isReady ? <Panel /> : null;
}

/** `?state=` names a state; `?age=` is the age of its picture in seconds; `?lesson=` ran in it, or is asked of with
 *  `?stage=asked`; `?private`, `?address=`: of the room. */
function Watched({ screen }: { screen: 'project' | 'watch' }) {
  const { watchedRing } = use(loadedWatched);
  const { classLesson } = use(loadedLessons);
  const [asked] = useState(() => new URLSearchParams(location.search));
  const lesson = lessonIds.find((id) => id === asked.get('lesson'));
  const ran = lesson && use(classLesson(lesson));
  const isAsked = asked.get('stage') === 'asked';
  const question = ran && isAsked ? { ...ran, isOpen: true, run: undefined, measured: undefined } : ran;
  const [ring] = useState(() => {
    const seen = watchedRing(asked.get('state') ?? '', 1000 * Number(asked.get('age')), question);
    return { ...seen, isOpen: !asked.has('private') };
  });
  const code = 'K7QM4PTX9';
  const url = `${asked.get('address') ?? 'https://lockstep.example'}/r/${code}`;
  return screen === 'watch' ? (
    <WatchView code={code} joinPath="/lab/panels" ring={ring} />
  ) : (
    <Projector code={code} url={url} ring={ring} />
  );
}

/** A convolution, a branch that changes its shape, and a pool that is given no image. */
const oddLayers =
  'conv-f16-k3-psame-arelu_res(norm-g8_conv-f16-k3-psame-arelu_conv-f24-k3-psame-anone)-d0.1_max-k2_dense-u64-arelu-d0.2_mean-kall';

function Settings({ layers }: { layers?: string }) {
  return (
    <Frame title={labText.runSettings}>
      <h1>{labText.runSettings}</h1>
      <RunSettings
        base={presets[0].config}
        presets={presets}
        submitText={labText.openRoom}
        shared={
          layers === undefined
            ? undefined
            : { preset: 'digits', changes: { family: 'layers', ownLayers: layers }, notes: [] }
        }
        onSubmit={nothing}
      />
    </Frame>
  );
}

/** `isOnly`: of this page, so that scripts reach it as they reach a replica. */
function useFixture(name: string, isOnly = false): Session | undefined {
  const { scenarios } = use(loadedScenarios);
  const scenario = useMemo(() => scenarios.find((candidate) => candidate.name === name), [scenarios, name]);
  const [session, setSession] = useState<Session>();
  useEffect(() => {
    if (!scenario) return;
    const made = new Session(
      [scenario.handle()],
      scenario.place === 'alone'
        ? { kind: 'alone', replicas: scenario.replicas }
        : {
            kind: 'room',
            ticket: { code: 'K7QM4PTX9', key: 'q3ZkT0m7vWcR2xYhLp9sNf', hostToken: undefined, isOpen: true },
          },
    );
    setSession(made);
    if (isOnly) window.lockstep = made.console();
    return () => {
      made.end();
      if (isOnly) delete window.lockstep;
    };
  }, [scenario, isOnly]);
  return session;
}
