// The foot of a chart: ways to save it, behind one button. What makes the files is loaded when someone saves.
import { t } from '@lingui/core/macro';
import { saidOf } from '../../../src/base/said-error';
import type { Saying } from '../../../src/base/sayings';
import { memo, useCallback, useRef, useState, type FocusEvent } from 'react';
import { useWords, withWords } from '../../bridge/session/page-language';
import { ProblemLine } from '../../bridge/session/problem-line';
import { Button } from '../../ui/button';
import type * as SaveChart from './save-chart';
import { chartFileKinds, type SavedChart } from './saved-chart';
import css from './charts.module.css';

export function ChartFoot(props: SavedChart) {
  const now = useRef(props);
  now.current = props;
  const read = useCallback(() => now.current, []);
  const isEmpty = props.chart.curves.length === 0;
  return (
    <SaveButtons title={props.words.title} isEmpty={isEmpty} hasAll={props.all !== undefined} read={read} />
  );
}

interface ButtonProps {
  readonly title: string;
  readonly isEmpty: boolean;
  /** There are figures of the whole run. */
  readonly hasAll: boolean;
  /** The chart as it was drawn last. */
  readonly read: () => SavedChart;
}

/** Not drawn again with each new point of the curve. */
const SaveButtons = memo(function SaveButtons({ title, isEmpty, hasAll, read }: ButtonProps) {
  const [problem, setProblem] = useState<{ readonly what: string; readonly why: Saying }>();
  useWords();

  const save = (what: string, work: (part: typeof SaveChart) => Promise<void> | void): void => {
    withWords(import('./save-chart'))
      .then(work)
      .then(
        () => setProblem(undefined),
        (error: unknown) => setProblem({ what, why: saidOf(error) }),
      );
  };

  return (
    <>
      <details className={css.save} onBlur={closeWhenLeft}>
        <summary>{t`Save`}</summary>
        <span role="group" aria-label={t`Save ${title}`}>
          {chartFileKinds.map((kind) => (
            <Button
              key={kind}
              kind="quiet"
              isSmall
              disabled={isEmpty}
              aria-label={t`Save ${title} as ${kind}`}
              onClick={() => save(t`The ${kind}`, (part) => part.saveChart(kind, read()))}
            >
              {kind}
            </Button>
          ))}
          {hasAll ? (
            <>
              <Button
                kind="quiet"
                isSmall
                disabled={isEmpty}
                aria-label={t`Save all figures of the run as CSV`}
                onClick={() => save(t`The CSV`, (part) => part.saveAllFigures(read().all!.csv()))}
              >
                {t`All figures`}
              </Button>
              <Button
                kind="quiet"
                isSmall
                disabled={isEmpty}
                aria-label={t`Save all figures of the run for TensorBoard`}
                onClick={() => save(t`The event file`, (part) => part.saveEvents(read().all!.figures()))}
              >
                {t`TensorBoard`}
              </Button>
            </>
          ) : null}
        </span>
      </details>
      {problem ? (
        <span role="alert">
          <ProblemLine
            problem={problem.why}
            within={(words) => t`${{ what: problem.what }} could not be made: ${{ error: words }}`}
          />
        </span>
      ) : null}
    </>
  );
});

/** The list closes once the focus is elsewhere. */
function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void {
  if (!currentTarget.contains(relatedTarget)) currentTarget.open = false;
}
