// Under a chart: ways to save it. What makes the files is loaded when someone saves; the buttons stand from the start,
// so that nothing moves.
import { useState } from 'react';
import { Button } from '../../ui/button';
import type * as SaveChart from './save-chart';
import { chartFileKinds, type SavedChart } from './saved-chart';
import css from './charts.module.css';

export function ChartFoot(props: SavedChart) {
  const [problem, setProblem] = useState<string>();
  const isEmpty = props.chart.rows.length === 0;
  const { title } = props.words;

  const save = (what: string, work: (part: typeof SaveChart) => Promise<void> | void): void => {
    import('./save-chart').then(work).then(
      () => setProblem(undefined),
      (error: unknown) => setProblem(`${what} could not be made: ${String(error)}`),
    );
  };

  return (
    <span className={css.save} role="group" aria-label={`Save ${title}`}>
      <span aria-hidden="true">Save</span>
      {chartFileKinds.map((kind) => (
        <Button
          key={kind}
          kind="quiet"
          isSmall
          disabled={isEmpty}
          aria-label={`Save ${title} as ${kind}`}
          onClick={() => save(`The ${kind}`, (part) => part.saveChart(kind, props))}
        >
          {kind}
        </Button>
      ))}
      {props.all ? (
        <>
          <Button
            kind="quiet"
            isSmall
            disabled={isEmpty}
            aria-label="Save all figures of the run as CSV"
            onClick={() => save('The CSV', (part) => part.saveAllFigures(props.all!.csv()))}
          >
            All figures
          </Button>
          <Button
            kind="quiet"
            isSmall
            disabled={isEmpty}
            aria-label="Save all figures of the run for TensorBoard"
            onClick={() => save('The event file', (part) => part.saveEvents(props.all!.figures()))}
          >
            TensorBoard
          </Button>
        </>
      ) : null}
      {problem ? <span role="alert">{problem}</span> : null}
    </span>
  );
}
