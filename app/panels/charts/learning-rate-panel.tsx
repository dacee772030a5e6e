// The learning rate, step by step, as every replica applied it. With local steps there are two: the schedule's moves each
// replica's own weights, the outer one those of all.
import { t } from '@lingui/core/macro';
import { isLocal } from '../../../src/train/run/sync';
import type { SeriesRequest } from '../../bridge/series/run-series';
import { formatTick, formatValue } from '../../bridge/words/format';
import { optimizerWords } from '../../bridge/words/run-words';
import { rateSentence } from '../../bridge/words/sync-words';
import { useHalfTick, useSession, useShownPart } from '../../bridge/session/session-context';
import { useViewSettings } from '../../bridge/session/view-settings';
import { useZoom } from '../../ui/chart-view';
import { LineChart, type ChartProps, type LineSeries } from '../../ui/line-chart';
import { Panel } from '../../ui/panel';
import { ChartFoot } from './chart-foot';
import { curveTable } from './curve-table';
import { marksOf } from './marks-of';
import { formatX, formatXTick, isCounted, xWords } from './x-axis';

const line = { key: 'rate', colour: 'purple', isStep: true } as const;
const shared: readonly LineSeries[] = [
  {
    ...line,
    get label() {
      return t`rate`;
    },
  },
];
const inner: readonly LineSeries[] = [
  {
    ...line,
    get label() {
      return t`inner rate`;
    },
  },
];

export function LearningRatePanel({ className }: { className?: string }) {
  const session = useSession();
  const base = useShownPart((shown) => shown.learningRate);
  const config = useShownPart((shown) => shown.config);
  const sync = useShownPart((shown) => shown.sync);
  const hasSteps = useShownPart((shown) => shown.step > 0);
  const { xAxis, isLogX } = useViewSettings();
  const zoom = useZoom(xAxis);
  useHalfTick();
  const learningRate = session.series.last?.learningRate ?? base;
  const requests: SeriesRequest[] = [{ key: 'rate', column: 'learningRate' }];
  const curves = session.series.curves(requests, xAxis, 40, zoom, isLogX);
  const hasInnerSteps = sync !== undefined && isLocal(sync);
  const summary = rateSentence(learningRate, config && optimizerWords(config.optimizer), sync);
  const chart: ChartProps = {
    name: t`Learning rate`,
    group: xAxis,
    span: session.series.span(xAxis),
    curves,
    read: (x) => session.series.readAt(requests, xAxis, x),
    series: hasInnerSteps ? inner : shared,
    height: 188,
    yRange: [0, Math.max(curves.range(['rate'])[1], learningRate || 1)],
    formatX: formatX(xAxis),
    formatXTick: formatXTick(xAxis),
    marks: marksOf(session, xAxis),
    isXCounted: isCounted(xAxis),
    isLogX,
    formatY: formatValue,
    formatYTick: formatTick,
    xWords: xWords[xAxis],
    emptyWords: hasSteps ? undefined : t`Starts at ${{ learningRate: formatValue(learningRate) }}.`,
  };
  return (
    <Panel
      title={t`Learning rate`}
      className={className}
      summary={summary}
      table={() =>
        curveTable(curves, xAxis, [['rate', hasInnerSteps ? t`Inner rate` : t`Learning rate`, formatValue]])
      }
      foot={
        <ChartFoot
          chart={chart}
          words={{ title: t`Learning rate`, subtitle: summary, yWords: t`Learning rate` }}
          allRows={() => session.series.rows(requests, xAxis, zoom)}
        />
      }
    >
      <LineChart {...chart} />
    </Panel>
  );
}
