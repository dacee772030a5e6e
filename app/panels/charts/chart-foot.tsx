// Under a chart: ways to save it. What makes the files is loaded when someone saves; the buttons stand from the start,
// so that nothing moves.
import { memo, useCallback, useRef, useState } from 'react';
import { useWords } from '../../bridge/session/page-language';
import { ProblemLine } from '../../bridge/session/problem-line';
import { Button } from '../../ui/button';
import type * as SaveChart from './save-chart';
import { chartFileKinds, type SavedChart } from './saved-chart';
import { chartsText } from '../../text/charts';
import { problemOf, type Problem } from '../../bridge/words/problem';
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
  const [problem, setProblem] = useState<{ readonly what: string; readonly why: Problem }>();
  useWords();

  const save = (what: string, work: (part: typeof SaveChart) => Promise<void> | void): void => {
    import('./save-chart').then(work).then(
      () => setProblem(undefined),
      (error: unknown) => setProblem({ what, why: problemOf(error) }),
    );
  };

  return (
    <span className={css.save} role="group" aria-label={chartsText.save(title)}>
      <span aria-hidden="true">{chartsText.save2}</span>
      {chartFileKinds.map((kind) => (
        <Button
          key={kind}
          kind="quiet"
          isSmall
          disabled={isEmpty}
          aria-label={chartsText.save3(title, kind)}
          onClick={() => save(chartsText.the(kind), (part) => part.saveChart(kind, read()))}
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
            aria-label={chartsText.saveAllFigures}
            onClick={() => save(chartsText.csv, (part) => part.saveAllFigures(read().all!.csv()))}
          >
            {chartsText.allFigures}
          </Button>
          <Button
            kind="quiet"
            isSmall
            disabled={isEmpty}
            aria-label={chartsText.saveAllFiguresRun}
            onClick={() => save(chartsText.eventFile, (part) => part.saveEvents(read().all!.figures()))}
          >
            {chartsText.tensorboard}
          </Button>
        </>
      ) : null}
      {problem ? (
        <span role="alert">
          <ProblemLine
            problem={problem.why}
            within={(words) => chartsText.couldNotMade(problem.what, words)}
          />
        </span>
      ) : null}
    </span>
  );
});
