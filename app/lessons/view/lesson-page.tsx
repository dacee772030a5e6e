// /lesson/ID: the story, predict, run, why, and the challenge. What is set stands beside what it changes. Only what this lesson
// needs can be set.
import { plural, select, t } from '@lingui/core/macro';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { withWords } from '../../bridge/session/page-language';
import { Button, buttonClass } from '../../ui/button';
import { Segments } from '../../ui/field';
import { Facts } from '../../ui/facts';
import { useMedia } from '../../ui/use-media';
import { parseValues, valueWords, type Control, type Values } from '../core/control';
import { lessonIds, type Lesson } from '../core/lesson';
import { sumOf } from '../core/sum-of';
import type { Question } from '../core/prediction';
import { noteMet, noteOpened } from '../core/lesson-memory';
import { lessonTitles } from '../titles';
import { Ask } from './ask';
import { Card } from './card';
import { Histogram } from './histogram';
import { RunPart, RunShown, StoryPicture } from './run-part';
import { useLesson, type Attempt, type LessonState, type LessonWay } from './use-lesson';
import ui from '../../ui/shape.module.css';
import css from './lesson.module.css';

const SumPicture = lazy(() => withWords(import('./sum-picture')));

/** The run stands below the question, as in lesson.module.css: then the picture of the story stands above it. */
const oneColumn = '(max-width: 56rem)';

export default function LessonPage({ lesson, search }: { lesson: Lesson; search: string }) {
  const [first] = useState(() => parseValues(lesson.controls(), search));
  const way = useLesson(lesson, first);
  const { isMet } = way.state;
  useEffect(() => noteOpened(lesson.id), [lesson]);
  useEffect(() => {
    if (isMet) noteMet(lesson.id);
  }, [isMet, lesson]);
  return <LessonView lesson={lesson} {...way} />;
}

export function LessonView({ lesson, ...way }: { lesson: Lesson } & LessonWay) {
  const { state, set, predict, run, reset } = way;
  const isRunning = state.run.kind === 'running';
  const canRun = state.answer !== undefined && !isRunning;
  const isOneColumn = useMedia(oneColumn);
  const stage = useRef<HTMLDivElement>(null);
  const hasPicture = state.run.kind === 'running' && state.run.share > 0;
  // The run scrolls into view when it starts, and when its picture makes it higher: on a phone the button stands above it.
  useEffect(() => {
    const { bottom = 0 } = stage.current?.getBoundingClientRect() ?? {};
    if (!isRunning || bottom <= innerHeight) return;
    const behavior = matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth';
    stage.current?.scrollIntoView({ behavior, block: 'start' });
  }, [isRunning, hasPicture]);
  return (
    <div className={`${ui.stack} ${css.stack}`}>
      <header className={css.head}>
        <p className={css.where}>
          <Link href="/lessons">{t`Lessons`}</Link>{' '}
          {t`· ${{ value: lessonIds.indexOf(lesson.id) + 1 }} of ${{ length: lessonIds.length }}`}
        </p>
        <h1>{lessonTitles[lesson.id]().title}</h1>
        <p className={css.story}>{lesson.words().story.join(' ')}</p>
        {isOneColumn ? (
          <div className={`${css.told} ${lesson.races ? css.plays : ''}`}>
            <StoryPicture lesson={lesson} values={state.values} />
          </div>
        ) : null}
      </header>
      <div className={css.stage}>
        <Card number={1} title={t`Predict`}>
          <Controls controls={lesson.controls()} values={state.values} isDisabled={isRunning} onSet={set} />
          <Ask
            key={questionKey(lesson.question(state.values), state)}
            question={lesson.question(state.values)}
            isDisabled={isRunning}
            onAnswer={(answer) => {
              void RunShown.fetchAhead();
              predict(answer);
            }}
          />
          <div className={ui.row}>
            {/* It stays in the order of Tab: who pressed it goes on from there. */}
            <Button kind="primary" aria-disabled={!canRun} onClick={canRun ? run : undefined}>
              {t`Run it`}
            </Button>
            <Button kind="quiet" onClick={reset}>
              {t`Reset the lesson`}
            </Button>
          </div>
          {/* It keeps its place: the run below does not move when it comes and goes. */}
          <p className={css.hint} style={state.answer || isRunning ? { visibility: 'hidden' } : undefined}>
            {t`Answer the question first: then you can run it.`}
          </p>
        </Card>
        <div ref={stage} className={css.shown} data-begun={state.run.kind !== 'not run' || undefined}>
          <Card number={2} title={t`Run`}>
            <RunPart lesson={lesson} isToldAbove={isOneColumn} {...way} />
          </Card>
        </div>
      </div>
      <div className={css.after}>
        {/* It has its place before the run: the challenge beside it stays where it is. */}
        <Card number={3} title={t`Why`}>
          {state.run.kind === 'done' ? (
            <Explain lesson={lesson} attempt={state.run.attempt} state={state} />
          ) : (
            <p className={css.hint}>{t`The reason stands here after the run.`}</p>
          )}
        </Card>
        <Challenge lesson={lesson} state={state} />
      </div>
      <nav className={ui.row} aria-label={t`More`}>
        {nextOf(lesson, state.isMet)}
        <Link href={`/lesson/${lesson.id}/teacher`}>{t`The teacher’s page`}</Link>
        {lesson.hasCalculator ? <Link href="/calculator">{t`Network calculator`}</Link> : null}
      </nav>
    </div>
  );
}

/** After each run the question is asked again. */
function questionKey(question: Question, { attempts, values }: LessonState): string {
  return `${attempts} ${question.text} ${JSON.stringify(values)}`;
}

function nextOf({ id }: Lesson, isMet: boolean) {
  const next = lessonIds[lessonIds.indexOf(id) + 1];
  return next ? (
    <Link href={`/lesson/${next}`} className={buttonClass(isMet ? 'primary' : 'plain')}>
      {t`Next: ${{ title: lessonTitles[next]().title }}`}
    </Link>
  ) : null;
}

interface ControlsProps {
  controls: readonly Control[];
  values: Values;
  isDisabled: boolean;
  onSet: (id: string, value: string) => void;
}

function Controls({ controls, values, isDisabled, onSet }: ControlsProps) {
  return (
    <div className={css.controls}>
      {controls.map(({ id, label, options }) => (
        <div key={id}>
          <Segments
            label={label}
            isDisabled={isDisabled}
            value={values[id]}
            options={options}
            onChange={(value) => onSet(id, value)}
          />
        </div>
      ))}
    </div>
  );
}

function Explain({ lesson, attempt, state }: { lesson: Lesson; attempt: Attempt; state: LessonState }) {
  const { question, outcome, values } = attempt;
  const same = state.predictions.filter((each) => each.question.text === question.text);
  const [why, ...more] = lesson.explain(values, outcome.facts);
  return (
    <>
      <div className={css.why}>
        <p>{why}</p>
        <div className={css.sum}>
          <Suspense fallback={null}>
            <SumPicture sum={sumOf(lesson, values)} hasControls={false} />
          </Suspense>
        </div>
      </div>
      <details>
        <summary>{t`The figures, and more about it`}</summary>
        <Facts columns={3} facts={outcome.figures} />
        {more.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <p className={css.hint}>{t`With ${{ controls: valueWords(lesson.controls(), values) }}.`}</p>
      </details>
      {same.length > 1 ? (
        <div>
          <h3>{t`Your ${{ length: same.length }} predictions`}</h3>
          <Histogram
            question={question}
            answers={same.map(({ predicted }) => predicted)}
            measured={outcome.measured}
          />
        </div>
      ) : null}
    </>
  );
}

function Challenge({ lesson, state }: { lesson: Lesson; state: LessonState }) {
  const { run, attempts, isMet } = state;
  const last = run.kind === 'done' ? run.attempt.outcome.challenge : undefined;
  return (
    <Card number={4} title={t`Challenge`}>
      <p>{lesson.words().task}</p>
      <p className={last ? (last.isMet ? css.met : css.unmet) : css.hint} role="status">
        {last ? `${last.isMet ? t`Met.` : t`Not yet.`} ${last.why}` : t`Each run is checked by the program.`}
      </p>
      {attempts > 0 ? (
        <p className={css.hint}>
          {t`${plural(attempts, { one: 'One run', other: `${attempts} runs` })} so far. The challenge is ${select(
            { isMet: String(isMet) },
            { true: 'met', other: 'still open' },
          )}.`}
        </p>
      ) : null}
    </Card>
  );
}
