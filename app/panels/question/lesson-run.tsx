// How far a class is with the lesson that it runs together (H19), on every screen: the stage, and the curves of the host's
// device. Sizes are in em, for a wall too.
import { t } from '@lingui/core/macro';
import { lazy, Suspense } from 'react';
import type { LessonRun, QuestionNow, Snapshot } from '../../../src/replica/protocol';
import { withWords } from '../../bridge/session/page-language';
import { formatCount } from '../../bridge/words/format';
import { endOf, unpackCurve } from '../../lessons/core/curve';
import type { Trial } from '../../lessons/core/trial';
import { Computed } from '../../lessons/view/computed';
import { RunLines, type Wall } from '../../lessons/view/run-lines';
import { useLoaded } from '../../ui/use-loaded';
import { classStages, stageOf } from './question-words';
import { useLesson, type KnownLesson, type LessonAsked } from './use-lesson';
import css from './question.module.css';

const TimelineChart = lazy(() => withWords(import('../../lessons/view/timeline-chart')));

type Staged = Pick<QuestionNow, 'isOpen' | 'run' | 'measured'>;

/** Predict · Answers · Run · What came. */
export function StageLine({ now }: { now: Staged }) {
  const at = stageOf(now);
  return (
    <ol className={css.stages} aria-label={t`The way through the lesson`}>
      {classStages().map((words, index) => (
        <li key={words} aria-current={index === at ? 'step' : undefined}>
          {words}
        </li>
      ))}
    </ol>
  );
}

interface LessonRunViewProps {
  readonly asks: LessonAsked;
  readonly run: LessonRun;
  readonly isOver: boolean;
  readonly host?: Snapshot['host'];
  readonly wall?: Wall | undefined;
}

export function LessonRunView({ asks, run, isOver, host, wall }: LessonRunViewProps) {
  const known = useLesson(asks);
  const isComputed = known !== undefined && !known.lesson.simulate && known.trials.length === 0;
  const isSimulated = isOver && known?.lesson.simulate !== undefined;
  const hasPicture = run.curves.length > 0 || isComputed || isSimulated;
  // A wall shows only the picture of a run that is over: it has little room.
  if (isOver && wall && !hasPicture) return null;
  return (
    <div className={css.run}>
      {isOver && wall ? null : (
        <p role="status">
          {!isOver && host === 'away'
            ? t`The host is away, and its run with it. It starts again when the host’s page is back.`
            : runWords(run, isOver, known?.trials.length === 0)}
        </p>
      )}
      {isOver || run.of === 0 ? null : (
        <progress className={css.progress} max={run.of} value={run.done} aria-label={t`Steps`} />
      )}
      {known && run.curves.length > 0 ? (
        <RunCurves run={run} lesson={known.lesson} trials={known.trials} isOver={isOver} wall={wall} />
      ) : null}
      {known && isComputed ? (
        <ComputedHere known={known} share={isOver ? 1 : run.done / Math.max(1, run.of)} />
      ) : null}
      {isSimulated ? <StepHere known={known} wall={wall} /> : null}
    </div>
  );
}

/** A lesson that only computes has the same bars on every screen. */
function ComputedHere({ known: { lesson, values }, share }: { known: KnownLesson; share: number }) {
  const { bars } = lesson.outcome(values, [], []);
  return bars ? <Computed lesson={lesson} values={values} bars={bars} share={share} /> : null;
}

/** A step on a virtual clock is the same on every screen. */
function StepHere({ known: { lesson, values }, wall }: { known: KnownLesson; wall: Wall | undefined }) {
  const { value: timelines } = useLoaded(`${lesson.id} ${JSON.stringify(values)}`, async () =>
    lesson.simulate?.(values, new AbortController().signal),
  );
  return (
    <div className={wall ? undefined : css.step}>
      <Suspense fallback={null}>
        {timelines ? <TimelineChart timeline={timelines[0]} share={1} wallPx={wall?.textPx} /> : null}
      </Suspense>
    </div>
  );
}

interface RunCurvesProps {
  readonly run: LessonRun;
  readonly lesson: React.ComponentProps<typeof RunLines>['lesson'];
  readonly trials: readonly Trial[];
  readonly isOver: boolean;
  readonly wall?: Wall | undefined;
}

/** Drawn of fixtures too. */
export function RunCurves({ run, lesson, trials, isOver, wall }: RunCurvesProps) {
  const lines = trials
    .slice(0, run.curves.length)
    .map((trial, index) => ({ trial, points: unpackCurve(run.curves[index]) }));
  return (
    <RunLines
      lines={lines}
      end={Math.max(2, ...trials.map((trial) => endOf(trial, lesson)))}
      lesson={lesson}
      isOver={isOver}
      pauseMs={run.facts?.[0]}
      wall={wall}
    />
  );
}

function runWords({ done, of }: LessonRun, isOver: boolean, isComputed: boolean): string {
  if (isComputed && !isOver) return t`The host’s device computes.`;
  if (isOver)
    return done > 0
      ? t`The host’s device ran the lesson: ${{ steps: formatCount(done) }} steps.`
      : t`The host’s device computed it.`;
  return of > 0
    ? t`The host’s device runs the lesson: ${{ done: formatCount(done) }} of ${{ of: formatCount(of) }} steps.`
    : t`The host’s device runs the lesson.`;
}
