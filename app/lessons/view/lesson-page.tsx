// /lesson/ID: predict, run, explain, and the challenge. Only what this lesson needs can be set.
import { plural, select, t } from '@lingui/core/macro';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/field';
import { Facts } from '../../ui/facts';
import { parseValues, valueWords, type Control, type Values } from '../core/control';
import { lessonIds, type Lesson } from '../core/lesson';
import { answerWords, verdictOf, type Question, type Verdict } from '../core/prediction';
import { lessonTitles } from '../titles';
import { Ask } from './ask';
import { Histogram } from './histogram';
import { RunPart } from './run-part';
import { useLesson, type Attempt, type LessonState, type LessonWay } from './use-lesson';
import ui from '../../ui/shape.module.css';
import css from './lesson.module.css';

export default function LessonPage({ lesson, search }: { lesson: Lesson; search: string }) {
  const [first] = useState(() => parseValues(lesson.controls(), search));
  return <LessonView lesson={lesson} {...useLesson(lesson, first)} />;
}

export function LessonView({
  lesson,
  state,
  set,
  predict,
  run,
  cancel,
  reset,
}: { lesson: Lesson } & LessonWay) {
  const isRunning = state.run.kind === 'running';
  const { title, promise } = lessonTitles[lesson.id]();
  return (
    <div className={`${ui.stack} ${css.stack}`}>
      <header className={css.head}>
        <p className={css.where}>
          <Link href="/lessons">{t`Lessons`}</Link>{' '}
          {t`· ${{ value: lessonIds.indexOf(lesson.id) + 1 }} of ${{ length: lessonIds.length }}`}
        </p>
        <h1>{title}</h1>
        <p className={css.promise}>{promise}</p>
      </header>
      <div className={css.columns}>
        <div className={css.column}>
          <Card number={1} title={t`Predict`}>
            {lesson.words().story.map((text) => (
              <p key={text}>{text}</p>
            ))}
            <Controls controls={lesson.controls()} values={state.values} isDisabled={isRunning} onSet={set} />
            <Ask
              key={questionKey(lesson.question(state.values), state)}
              question={lesson.question(state.values)}
              isDisabled={isRunning}
              onAnswer={predict}
            />
            <div className={ui.row}>
              <Button kind="primary" disabled={!state.answer || isRunning} onClick={run}>
                {t`Run it`}
              </Button>
              <Button kind="quiet" onClick={reset}>
                {t`Reset the lesson`}
              </Button>
            </div>
            <p className={css.hint}>
              {isRunning
                ? t`It runs. You can change the settings when it is over.`
                : state.answer
                  ? t`Your prediction is noted. Run it and see.`
                  : t`Answer the question first: then you can run it.`}
            </p>
          </Card>
          <Challenge lesson={lesson} state={state} />
        </div>
        <div className={css.column}>
          <Card number={2} title={t`Run`}>
            <RunPart run={state.run} lesson={lesson} onCancel={cancel} />
          </Card>
          <Card number={3} title={t`Explain`}>
            {state.run.kind === 'done' ? (
              <Explain lesson={lesson} attempt={state.run.attempt} state={state} />
            ) : (
              <p
                className={css.hint}
              >{t`What was measured, beside your prediction, stands here after the run.`}</p>
            )}
          </Card>
        </div>
      </div>
      <nav className={ui.row} aria-label={t`More`}>
        <Link href={`/lesson/${lesson.id}/teacher`}>{t`The teacher’s page`}</Link>
        {lesson.hasCalculator ? <Link href="/calculator">{t`Network calculator`}</Link> : null}
        {nextOf(lesson)}
      </nav>
    </div>
  );
}

/** After each run the question is asked again. */
function questionKey(question: Question, { attempts, values }: LessonState): string {
  return `${attempts} ${question.text} ${JSON.stringify(values)}`;
}

function nextOf({ id }: Lesson) {
  const next = lessonIds[lessonIds.indexOf(id) + 1];
  return next ? (
    <Link href={`/lesson/${next}`}>{t`Next: ${{ title: lessonTitles[next]().title }}`}</Link>
  ) : null;
}

interface CardProps {
  number?: number;
  title: string;
  className?: string;
  children: React.ReactNode;
}

export function Card({ number, title, className, children }: CardProps) {
  const id = useId();
  return (
    <section className={`${ui.card} ${css.card} ${className ?? ''}`} aria-labelledby={id}>
      <h2 id={id}>
        {number === undefined ? null : (
          <span className={css.number} aria-hidden="true">
            {number}
          </span>
        )}
        {title}
      </h2>
      {children}
    </section>
  );
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
            isTall
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
  const { question, predicted, outcome, values } = attempt;
  const verdict = verdictOf(question, predicted, outcome.measured);
  const same = state.predictions.filter((each) => each.question.text === question.text);
  return (
    <>
      <p className={css.question}>{question.text}</p>
      <dl className={css.versus}>
        <div>
          <dt>{t`You predicted`}</dt>
          <dd>{answerWords(question, predicted)}</dd>
        </div>
        <div>
          <dt>{attempt.results.length + attempt.timelines.length === 0 ? t`Computed` : t`Measured`}</dt>
          <dd>{answerWords(question, outcome.measured)}</dd>
        </div>
        <div className={verdict === 'right' ? css.right : css.other}>
          <dt>{t`So your prediction was`}</dt>
          <dd>{verdicts[verdict]()}</dd>
        </div>
      </dl>
      <Facts columns={3} facts={outcome.figures} />
      {lesson.explain(values, outcome.facts).map((text) => (
        <p key={text}>{text}</p>
      ))}
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
      <p className={css.hint}>{t`With ${{ controls: valueWords(lesson.controls(), values) }}.`}</p>
    </>
  );
}

const verdicts: Readonly<Record<Verdict, () => string>> = {
  right: () => t({ message: 'right', context: 'a prediction' }),
  wrong: () => t({ message: 'wrong', context: 'a prediction' }),
  'too low': () => t`too low`,
  'too high': () => t`too high`,
};

function Challenge({ lesson, state }: { lesson: Lesson; state: LessonState }) {
  const { run, attempts, isMet } = state;
  const last = run.kind === 'done' ? run.attempt.outcome.challenge : undefined;
  return (
    <Card title={t`Challenge`} className={css.challenge}>
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
