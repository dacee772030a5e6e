// The changes of the run as marks of a chart.
import type { XAxisKind } from '../../bridge/series/run-series';
import { notesOf } from '../../bridge/session/run-notes';
import type { Session } from '../../bridge/session/session';
import { chartMark } from '../../bridge/words/mark-words';
import type { ChartMark } from '../../ui/chart-marks';

export function marksOf(session: Session, axis: XAxisKind): readonly ChartMark[] {
  return notesOf(session).changes.marks.flatMap((mark) => {
    const x = session.series.xOfStep(mark.step, axis);
    return x === undefined ? [] : [chartMark(mark, x)];
  });
}
