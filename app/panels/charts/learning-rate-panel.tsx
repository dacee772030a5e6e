// The learning rate that rank 0 computed, step by step, as every replica applied it.
import { formatTick, formatValue } from '../../bridge/words/format';
import { optimizerWords } from '../../bridge/words/run-words';
import { useCurveTick, useSession, useShownPart } from '../../bridge/session/session-context';
import { useViewSettings } from '../../bridge/session/view-settings';
import { LineChart, type LineSeries } from '../../ui/line-chart';
import { Panel } from '../../ui/panel';
import { curveTable } from './curve-table';
import { formatX, formatXTick, xWords } from './x-axis';

const series: readonly LineSeries[] = [{ key: 'rate', label: 'rate', colour: 'purple', isStep: true }];

export function LearningRatePanel({ className }: { className?: string }) {
  const session = useSession();
  const base = useShownPart((shown) => shown.learningRate);
  const config = useShownPart((shown) => shown.config);
  const isLocal = useShownPart((shown) => shown.sync?.kind === 'local');
  const { xAxis } = useViewSettings();
  useCurveTick();
  const learningRate = session.series.last?.learningRate ?? base;
  const rows = session.series.rows([{ key: 'rate', column: 'learningRate' }], xAxis, 100);
  const optimizer = config ? ` by ${optimizerWords(config.optimizer)}` : '';
  return (
    <Panel
      title="Learning rate"
      className={className}
      summary={`Each ${isLocal ? 'inner update' : 'update'}${optimizer} moves the weights at ${formatValue(learningRate)}, the same on all replicas.`}
      table={() => curveTable(rows, xAxis, [['rate', 'Learning rate', formatValue]])}
    >
      <LineChart
        rows={rows}
        series={series}
        height={188}
        yRange={[0, rows.reduce((high, row) => Math.max(high, row.rate ?? 0), learningRate || 1)]}
        formatX={formatX(xAxis)}
        formatXTick={formatXTick(xAxis)}
        isXCounted={xAxis !== 'time'}
        formatY={formatValue}
        formatYTick={formatTick}
        xWords={xWords[xAxis]}
        emptyWords={`Starts at ${formatValue(learningRate)}.`}
      />
    </Panel>
  );
}
