// Screens of the panel lab outside a ring: Home, Join, Check, Playground, lessons and troubles from fixtures. They open no
// connection and start no replica.
import { say } from '../../../src/base/sayings';
import { saidOf } from '../../../src/base/said-error';
import { use, useEffect, type ComponentType, type ReactNode } from 'react';
import { lessonTitles } from '../../../app/lessons/titles';
import { LessonView } from '../../../app/lessons/view/lesson-page';
import { Playground } from '../../../app/panels/playground/playground';
import { usePlayground } from '../../../app/panels/playground/use-playground';
import { troubleCodes } from '../../../app/bridge/words/trouble';
import { checks } from '../fixtures/checks';
import { homeLook, homes, joins, starts } from '../fixtures/entries';
import { lessonMoments, shownLesson, type ShownLesson } from '../fixtures/lessons';
import { digitsConfig, pointsConfig, textConfig } from '../fixtures/runs';
import { fixtureWeights } from '../fixtures/weights';
import { lessonIds } from '../../../app/lessons/core/lesson';
import { CheckView } from '../../../app/screens/check';
import { Frame } from '../../../app/screens/frame';
import { HomeView } from '../../../app/screens/home';
import { HomeRing } from '../../../app/screens/home-ring';
import { JoinView } from '../../../app/screens/join';
import { JoinNotesView } from '../../../app/screens/join-notes';
import { PlaygroundFrame } from '../../../app/screens/playground';
import { StartView } from '../../../app/screens/start';
import { Trouble } from '../../../app/screens/trouble';
import { labText } from './lab-text';
import css from './lab.module.css';

const nothing = (): void => undefined;
const code = 'K7QM4PTX9';

/** Name → the screen. */
export const labPlaces: Readonly<Record<string, ComponentType>> = {
  ...screensOf(homes, ({ state, given }) => (
    <HomeView
      picture={<HomeRing state={state} look={state === 'training' ? homeLook : undefined} mayMove />}
      given={given}
      onPlay={nothing}
    />
  )),
  ...screensOf(starts, ({ report }) => <StartView report={report} />),
  ...screensOf(joins, ({ pressed, isHosted, report, news, removal, known, ...props }) => (
    <JoinView
      code={code}
      roomKey={props.roomKey}
      mark={undefined}
      hostToken={props.hostToken}
      startsOnCpu={false}
      before={{
        report,
        news,
        removal,
        hosted: isHosted && { hostToken: code, isHandedOver: isHosted === 'handed over' },
      }}
      firstName="Calm Heron"
      twoWords="Brave Otter"
      notes={known && <JoinNotesView known={known} userAgent={known.userAgent} />}
      pressed={pressed}
      onLookAgain={nothing}
      onJoin={() => new Promise(nothing)}
    />
  )),
  ...screensOf(checks, (checking) => <CheckView checking={checking} onAgain={nothing} />),
  'playground-points': () => <LabPlayground config={pointsConfig} />,
  'playground-digits': () => <LabPlayground config={digitsConfig} />,
  'playground-text': () => <LabPlayground config={textConfig} />,
  'playground-refused': () => <LabPlayground config={undefined} />,
  ...Object.fromEntries(
    lessonIds.flatMap((id) =>
      lessonMoments.map((moment) => [
        `lesson-${id}-${moment}`,
        () => <LabLesson loading={shownLesson(id, moment)} />,
      ]),
    ),
  ),
  troubles: () => <Troubles isDemo={false} />,
  'troubles-demo': () => <Troubles isDemo />,
};

function screensOf<State>(
  states: Readonly<Record<string, State>>,
  show: (state: State) => ReactNode,
): Record<string, ComponentType> {
  return Object.fromEntries(Object.entries(states).map(([name, state]) => [name, () => show(state)]));
}

function LabLesson({ loading }: { loading: Promise<ShownLesson> }) {
  const { lesson, state } = use(loading);
  return (
    <Frame title={lessonTitles[lesson.id]().title} isWide>
      <LessonView
        lesson={lesson}
        state={state}
        set={nothing}
        predict={nothing}
        run={nothing}
        cancel={nothing}
        hurry={nothing}
        reset={nothing}
      />
    </Frame>
  );
}

/** The run before its first step; undefined: a file that cannot be read. */
function LabPlayground({ config }: { config: Parameters<typeof fixtureWeights>[0] | undefined }) {
  const state = usePlayground();
  const { player, setNow, refuse } = state;
  useEffect(() => {
    if (!player) return;
    let isOver = false;
    const weights = config && fixtureWeights(config, 640);
    if (!weights) return refuse(say('no-model-yet'));
    player.ask({ kind: 'take', side: 'now', weights }).then(
      (facts) => !isOver && setNow(facts, ''),
      (error: unknown) => !isOver && refuse(saidOf(error)),
    );
    return () => {
      isOver = true;
    };
  }, [player, config, setNow, refuse]);
  return (
    <PlaygroundFrame>
      <Playground state={state} waiting="The model is made." />
    </PlaygroundFrame>
  );
}

/** Every code. */
function Troubles({ isDemo }: { isDemo: boolean }) {
  return (
    <Frame title={labText.troubles}>
      <div className={css.cells}>
        {troubleCodes.map((each) => (
          <Trouble key={each} code={each} isDemo={isDemo} onTryAgain={nothing} onUseCpu={nothing} />
        ))}
      </div>
    </Frame>
  );
}
