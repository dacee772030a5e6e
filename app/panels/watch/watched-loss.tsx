// The loss of a watched ring over the steps, as its view holds it. Its labels are as large as the text around it, so that a wall
// can be read.
import { t } from '@lingui/core/macro';
import { Curves } from '../../bridge/series/curves';
import type { RingView } from '../../../src/replica/ring-view';
import { formatCount, formatTick, formatValue } from '../../bridge/words/format';
import { chartMark, type Mark } from '../../bridge/words/mark-words';
import { lossName } from '../../bridge/words/ring-figures';
import { LineChart } from '../../ui/line-chart';
import { lossWords } from './watched-tables';

interface Props {
  readonly view: RingView;
  readonly textPx: number;
  /** The height of the chart in px; else it follows from the text. */
  readonly heightPx?: number;
  /** What was changed, and what it did. */
  readonly marks?: readonly Mark[];
}

/** `textPx`: the size of labels. */
export function WatchedLoss({ view, textPx, heightPx = 12 * textPx, marks = [] }: Props) {
  const { curve, step } = view;
  return (
    <LineChart
      name={t`Loss`}
      words={lossWords(view)}
      curves={Curves.of(curve.map(([at, loss]) => ({ x: at, step: at, segment: 0, loss })))}
      series={[{ key: 'loss', label: lossName(view), colour: 'blue' }]}
      height={heightPx}
      gutter={0}
      xWords={t`Step`}
      isXCounted
      formatX={formatCount}
      formatY={formatValue}
      formatYTick={formatTick}
      marks={marks.map((mark) => chartMark(mark, mark.step))}
      emptyWords={step === 0 ? t`The curve begins with the first step.` : t`No loss is known of these steps.`}
      textPx={textPx}
    />
  );
}
