// How often the model is right: on the step's own examples, and on held-out ones.
import { t } from '@lingui/core/macro';
import type { SeriesRequest } from '../../bridge/series/run-series';
import { formatPercent, formatValue } from '../../bridge/words/format';
import { termsOf, termWords } from '../../bridge/words/run-words';
import { useHalfTick, useSession, useShownPart } from '../../bridge/session/session-context';
import { useViewSettings } from '../../bridge/session/view-settings';
import { useZoom } from '../../ui/chart-view';
import { LineChart, type ChartProps, type LineSeries } from '../../ui/line-chart';
import { Panel } from '../../ui/panel';
import { ChartFoot } from './chart-foot';
import { curveTable } from './curve-table';
import { marksOf } from './marks-of';
import { smoothedLine } from './smoothed-line';
import { formatX, formatXTick, isCounted, xWords } from './x-axis';

const series: readonly LineSeries[] = [
  {
    key: 'train',
    get label() {
      return t`train`;
    },
    colour: 'green',
  },
  {
    key: 'validation',
    get label() {
      return t`held out`;
    },
    colour: 'vermillion',
    dash: '7 4',
  },
];

function formatShare(share: number): string {
  return formatPercent(share, 0);
}

export function AccuracyPanel({ className }: { className?: string }) {
  const session = useSession();
  const validation = useShownPart((shown) => shown.validation);
  const config = useShownPart((shown) => shown.config);
  const terms = termWords(config);
  const isText = termsOf(config) !== 'examples';
  const { smoothing, xAxis, isLogX } = useViewSettings();
  const zoom = useZoom(xAxis);
  useHalfTick();
  const requests: SeriesRequest[] = [
    { key: 'train', column: 'accuracy', smoothing },
    { key: 'validation', column: 'validationAccuracy' },
  ];
  const shown = series.map((line, at) => (at === 0 ? smoothedLine(line, smoothing) : line));
  const curves = session.series.curves(requests, xAxis, 60, zoom, isLogX);
  const lowest = Math.min(1, curves.range(['train', 'validation'])[0]);
  const chart: ChartProps = {
    name: t`Accuracy`,
    group: xAxis,
    span: session.series.span(xAxis),
    curves,
    read: (x) => session.series.readAt(requests, xAxis, x),
    series: shown,
    height: 272,
    yRange: [Math.min(0.75, Math.floor(lowest * 4) / 4), 1],
    formatX: formatX(xAxis),
    formatXTick: formatXTick(xAxis),
    marks: marksOf(session, xAxis),
    isXCounted: isCounted(xAxis),
    isLogX,
    formatY: formatShare,
    xWords: xWords[xAxis],
  };
  const summary = validation
    ? isText
      ? t`${{ accuracy: formatPercent(validation.accuracy) }} of held-out ${terms} are predicted right; perplexity ${{ exp: formatValue(Math.exp(validation.loss)) }}: as unsure as a choice among that many ${terms}.`
      : t`${{ accuracy: formatPercent(validation.accuracy) }} of held-out examples are classified right.`
    : isText
      ? t`The share of next ${terms} predicted right.`
      : t`The share of examples classified right.`;
  return (
    <Panel
      title={t`Accuracy`}
      className={className}
      summary={summary}
      table={() =>
        curveTable(curves, xAxis, [
          [
            'train',
            smoothing > 0 ? t`${{ label: t`Train` }}, smoothed ${smoothing}` : t`Train`,
            formatPercent,
          ],
          ['validation', t`Held out`, formatPercent],
        ])
      }
      foot={
        <ChartFoot
          chart={chart}
          words={{ title: t`Accuracy`, subtitle: summary, yWords: t`Share predicted right` }}
          allRows={() => session.series.rows(requests, xAxis, zoom)}
        />
      }
    >
      <LineChart {...chart} />
    </Panel>
  );
}
