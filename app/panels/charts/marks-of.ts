// The changes of the run as marks of a chart.
import type { XAxisKind } from '../../bridge/series/run-series';
import { changesOf } from '../../bridge/session/changes';
import type { Session } from '../../bridge/session/session';
import { markWords } from '../../bridge/words/mark-words';
import type { ChartMark } from '../../ui/chart-marks';

export function marksOf(session: Session, axis: XAxisKind): readonly ChartMark[] {
  return changesOf(session).marks.flatMap((mark) => {
    const x = session.series.xOfStep(mark.step, axis);
    return x === undefined ? [] : [{ x, label: markWords(mark), short: mark.words }];
  });
}
