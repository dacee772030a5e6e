// The run of a lesson while it plays, its result, or its error. The code loads shortly before a run can be started:
// nobody needs the charts to answer the question.
import { plural, t } from '@lingui/core/macro';
import { lazy, Suspense } from 'react';
import { withWords } from '../../bridge/session/page-language';
import { ProblemLine } from '../../bridge/session/problem-line';
import { formatCount, formatSentence } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import { endOf, lineOf, type Line } from '../core/curve';
import type { Values } from '../core/control';
import type { Lesson } from '../core/lesson';
import { answerWords, verdictOf, type Verdict } from '../core/prediction';
import { stepsTaken } from '../core/trial';
import { Computed } from './computed';
import { RunLines } from './run-lines';
import type { Attempt, LessonWay, RunState } from './use-lesson';
import css from './lesson.module.css';

const TimelineChart = lazy(() => withWords(import('./timeline-chart')));

interface Props extends Pick<LessonWay, 'cancel' | 'hurry'> {
  lesson: Lesson;
  values: Values;
  run: Exclude<RunState, { kind: 'not run' }>;
}

export function RunShown({ lesson, values, run, cancel, hurry }: Props) {
  switch (run.kind) {
    case 'failed':
      return (
        <p role="alert" className={css.problem}>
          <ProblemLine
            problem={run.why}
            within={(words) => t`The run failed. ${{ why: formatSentence(words) }}`}
          />
        </p>
      );
    case 'running': {
      const { lines, timelines, share } = run;
      const isComputed = lines.length + timelines.length === 0 && share > 0;
      const bars = isComputed ? lesson.outcome(values, [], []).bars : undefined;
      return (
        <>
          <div className={css.playing}>
            <p role="status">{run.doing()}</p>
            <Button isSmall onClick={hurry}>
              {t`Show the end`}
            </Button>
            <Button isSmall kind="quiet" onClick={cancel}>
              {t`Stop`}
            </Button>
          </div>
          <progress className={css.progress} max={1} value={share} aria-label={t`The run`} />
          {lines.length > 0 ? <Lines lines={lines} lesson={lesson} isOver={false} /> : null}
          {timelines.length > 0 ? <Step timeline={timelines[0]} share={share} /> : null}
          {bars ? <Computed lesson={lesson} values={values} bars={bars} share={share} /> : null}
        </>
      );
    }
    case 'done': {
      const { results, timelines, outcome } = run.attempt;
      return (
        <>
          <Verdicts attempt={run.attempt} />
          {timelines.length > 0 ? <Step timeline={timelines[0]} share={1} /> : null}
          {results.length === 0 ? null : (
            <Lines
              lines={results.map((result) => lineOf(result, lesson))}
              lesson={lesson}
              isOver
              pauseMs={outcome.facts[0]}
            />
          )}
          {outcome.bars ? (
            <Computed lesson={lesson} values={run.attempt.values} bars={outcome.bars} share={1} />
          ) : null}
          <p className={css.hint}>{doneWords(run.attempt)}</p>
        </>
      );
    }
    default:
      return run satisfies never;
  }
}

interface LinesProps {
  lines: readonly Line[];
  lesson: Lesson;
  isOver: boolean;
  pauseMs?: number | null | undefined;
}

function Lines({ lines, lesson, isOver, pauseMs }: LinesProps) {
  const end = Math.max(2, ...lines.map(({ trial }) => endOf(trial, lesson)));
  return <RunLines lines={lines} end={end} lesson={lesson} isOver={isOver} pauseMs={pauseMs} />;
}

function Step(props: React.ComponentProps<typeof TimelineChart>) {
  return (
    <Suspense fallback={<div className={css.timelineRoom} />}>
      <TimelineChart {...props} />
    </Suspense>
  );
}

/** The prediction beside the measured result, in one line above the chart. */
function Verdicts({ attempt: { question, predicted, outcome, results, timelines } }: { attempt: Attempt }) {
  const verdict = verdictOf(question, predicted, outcome.measured);
  return (
    <div role="status">
      <dl className={css.versus}>
        <div>
          <dt>{t`You predicted`}</dt>
          <dd>{answerWords(question, predicted)}</dd>
        </div>
        <div>
          <dt>{results.length + timelines.length === 0 ? t`Computed` : t`Measured`}</dt>
          <dd>{answerWords(question, outcome.measured)}</dd>
        </div>
        <div className={verdict === 'right' ? css.right : css.other}>
          <dt>{t`So your prediction was`}</dt>
          <dd>{verdicts[verdict]()}</dd>
        </div>
      </dl>
    </div>
  );
}

const verdicts: Readonly<Record<Verdict, () => string>> = {
  right: () => t({ message: 'right', context: 'a prediction' }),
  wrong: () => t({ message: 'wrong', context: 'a prediction' }),
  'too low': () => t`too low`,
  'too high': () => t`too high`,
};

function doneWords({ results, timelines }: Attempt): string {
  if (results.length > 0) {
    return t`Done: ${{ steps: formatCount(stepsTaken(results)) }} steps in ${plural(
      { runs: results.length },
      { one: 'one run', other: `${{ runs: results.length }} runs` },
    )}.`;
  }
  if (timelines.length === 0) return t`Computed.`;
  const [{ sums, messages }] = timelines;
  return t`Done: ${{ counted: formatCount(sums.length) }} ${plural({ sums: sums.length }, { one: 'sum', other: 'sums' })}, ${{ messages: formatCount(messages) }} messages of each replica, and all four hold the same bits.`;
}
