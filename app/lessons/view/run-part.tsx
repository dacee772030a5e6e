// What runs in a lesson: nothing yet, the run so far, why it failed, or what came of it.
import { plural, t } from '@lingui/core/macro';
import { ProblemLine } from '../../bridge/session/problem-line';
import { formatCount, formatSentence } from '../../bridge/words/format';
import { Button } from '../../ui/button';
import type { Lesson } from '../core/lesson';
import { stepsTaken } from '../core/trial';
import { BarList } from './bar-list';
import { LossChart } from './loss-chart';
import { TimelineChart } from './timeline-chart';
import type { Attempt, RunState } from './use-lesson';
import ui from '../../ui/shape.module.css';
import css from './lesson.module.css';

export function RunPart({ run, lesson, onCancel }: { run: RunState; lesson: Lesson; onCancel: () => void }) {
  switch (run.kind) {
    case 'not run':
      return (
        <p className={css.hint}>{t`Nothing has run yet. Everything runs in this page, without a network.`}</p>
      );
    case 'failed':
      return (
        <p role="alert" className={css.problem}>
          <ProblemLine
            problem={run.why}
            within={(words) => t`The run failed. ${{ why: formatSentence(words) }}`}
          />
        </p>
      );
    case 'running':
      return (
        <>
          <div className={ui.row}>
            <p role="status">{run.doing()}</p>
            <Button isSmall onClick={onCancel}>
              {t`Stop`}
            </Button>
          </div>
          <progress
            className={css.progress}
            max={Math.max(1, run.ofSteps)}
            value={lesson.simulate ? undefined : run.steps}
            aria-label={t`Steps`}
          />
          {lesson.simulate ? null : <LossChart curves={run.curves} lesson={lesson} />}
        </>
      );
    case 'done': {
      const { results, timelines, outcome } = run.attempt;
      return (
        <>
          <p role="status">{doneWords(run.attempt)}</p>
          {timelines.length > 0 ? <TimelineChart timeline={timelines[0]} /> : null}
          {results.length === 0 ? null : <LossChart curves={results} lesson={lesson} />}
          {outcome.bars ? <BarList bars={outcome.bars} /> : null}
        </>
      );
    }
    default:
      return run satisfies never;
  }
}

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
