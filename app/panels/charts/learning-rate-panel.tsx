// The learning rate, step by step, as every replica applied it. With local steps there are two: the schedule's moves each
// replica's own weights, the outer one those of all.
import { formatTick, formatValue } from '../../bridge/words/format';
import { optimizerWords } from '../../bridge/words/run-words';
import { rateSentence } from '../../bridge/words/sync-words';
import { useCurveTick, useSession, useShownPart } from '../../bridge/session/session-context';
import { useViewSettings } from '../../bridge/session/view-settings';
import { LineChart, type LineSeries } from '../../ui/line-chart';
import { Panel } from '../../ui/panel';
import { curveTable } from './curve-table';
import { marksOf } from './marks-of';
import { formatX, formatXTick, xWords } from './x-axis';

const line = { key: 'rate', colour: 'purple', isStep: true } as const;
const shared: readonly LineSeries[] = [{ ...line, label: 'rate' }];
const inner: readonly LineSeries[] = [{ ...line, label: 'inner rate' }];

export function LearningRatePanel({ className }: { className?: string }) {
  const session = useSession();
  const base = useShownPart((shown) => shown.learningRate);
  const config = useShownPart((shown) => shown.config);
  const sync = useShownPart((shown) => shown.sync);
  const { xAxis } = useViewSettings();
  useCurveTick();
  const learningRate = session.series.last?.learningRate ?? base;
  const rows = session.series.rows([{ key: 'rate', column: 'learningRate' }], xAxis, 100);
  const isLocal = sync !== undefined && sync.kind !== 'every-step';
  return (
    <Panel
      title="Learning rate"
      className={className}
      summary={rateSentence(learningRate, config && optimizerWords(config.optimizer), sync)}
      table={() => curveTable(rows, xAxis, [['rate', isLocal ? 'Inner rate' : 'Learning rate', formatValue]])}
    >
      <LineChart
        rows={rows}
        series={isLocal ? inner : shared}
        height={188}
        yRange={[0, rows.reduce((high, row) => Math.max(high, row.rate ?? 0), learningRate || 1)]}
        formatX={formatX(xAxis)}
        formatXTick={formatXTick(xAxis)}
        marks={marksOf(session, xAxis)}
        isXCounted={xAxis !== 'time'}
        formatY={formatValue}
        formatYTick={formatTick}
        xWords={xWords[xAxis]}
        emptyWords={`Starts at ${formatValue(learningRate)}.`}
      />
    </Panel>
  );
}
