// The loss: every step faint, its average without lag bold, validation dashed. Smoothed on all steps, decimated after
// that.
import { formatCount, formatTick, formatValue } from '../../bridge/words/format';
import type { SeriesRequest } from '../../bridge/series/run-series';
import { bitsPerByte, earlierWords, termTitle, termWords } from '../../bridge/words/run-words';
import { useCurveTick, useSession, useShownPart } from '../../bridge/session/session-context';
import { useViewSettings, setView } from '../../bridge/session/view-settings';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/field';
import { LineChart, type LineSeries } from '../../ui/line-chart';
import { Panel } from '../../ui/panel';
import { Dial, Toggle } from '../../ui/toggle';
import { download } from '../../ui/download';
import { curveTable } from './curve-table';
import { marksOf } from './marks-of';
import { formatX, formatXTick, xWords } from './x-axis';

const series: readonly LineSeries[] = [
  { key: 'raw', label: 'each step', colour: 'blue', isFaint: true },
  { key: 'smooth', label: 'train', colour: 'blue' },
  { key: 'validation', label: 'validation', colour: 'vermillion', dash: '7 4' },
];

/** The newest run is solid; older runs have shorter dashes. */
const earlierDashes = [undefined, '6 3', '2 3'] as const;

function earlierLine(index: number, count: number): LineSeries {
  return {
    key: `earlier${index}`,
    label: count > 1 ? `run ${index + 1} of ${count} before` : 'run before',
    colour: 'grey',
    dash: earlierDashes[count - 1 - index],
    isEarlier: true,
  };
}

export function LossPanel({ className }: { className?: string }) {
  const session = useSession();
  const validation = useShownPart((shown) => shown.validation);
  const config = useShownPart((shown) => shown.config);
  const { smoothing, xAxis, isLogLoss } = useViewSettings();
  useCurveTick();
  const requests: SeriesRequest[] = [
    { key: 'raw', column: 'loss' },
    { key: 'smooth', column: 'loss', smoothing },
    { key: 'validation', column: 'validationLoss' },
  ];
  const rows = session.series.rows(requests, xAxis, 100);
  const last = rows[rows.length - 1];
  const { earlier } = session.series;
  const lines = [...earlier.map((_, index) => earlierLine(index, earlier.length)), ...series];
  const terms = termWords(config);
  const unit = terms === 'examples' ? '' : ` nats per ${terms.slice(0, -1)}`;
  const bits = validation && bitsPerByte(config, validation.loss);
  return (
    <Panel
      title="Loss"
      className={className}
      summary={
        last
          ? `After step ${formatCount(last.step)} the training loss is ${formatValue(last.smooth)}${unit}` +
            (validation ? `, on held-out ${terms} ${formatValue(validation.loss)}` : '') +
            (bits === undefined ? '.' : `, or ${formatValue(bits)} bits per byte.`)
          : 'How wrong the model still is: lower is better.'
      }
      tools={
        <>
          <Segments
            label="Horizontal axis"
            value={xAxis}
            options={[
              ['step', 'Steps'],
              ['time', 'Time'],
              ['examples', termTitle(config)],
            ]}
            onChange={(kind) => setView({ xAxis: kind })}
          />
          <Toggle label="Log" isOn={isLogLoss} onChange={(isOn) => setView({ isLogLoss: isOn })} />
          <Dial
            label="Smooth"
            value={smoothing}
            min={0}
            max={0.99}
            step={0.01}
            format={(value) => value.toFixed(2)}
            onChange={(value) => setView({ smoothing: value })}
          />
        </>
      }
      table={() =>
        curveTable(rows, xAxis, [
          ['raw', 'Loss', formatValue],
          ['smooth', 'Smoothed', formatValue],
          ['validation', 'Validation', formatValue],
        ])
      }
      foot={
        <Button
          kind="quiet"
          isSmall
          disabled={rows.length === 0}
          onClick={() => download('lockstep.csv', 'text/csv', session.series.toCsv())}
        >
          Export CSV
        </Button>
      }
      note={
        earlier.length > 0
          ? `Thin grey, the run${earlier.length > 1 ? 's' : ''} before: ${earlier
              .map((run) => (run.config && config ? earlierWords(run.config, config) : 'other settings'))
              .join('; ')}.`
          : undefined
      }
    >
      <LineChart
        rows={rows}
        series={lines}
        height={316}
        isLog={isLogLoss}
        formatX={formatX(xAxis)}
        formatXTick={formatXTick(xAxis)}
        marks={marksOf(session, xAxis)}
        isXCounted={xAxis !== 'time'}
        formatY={formatValue}
        formatYTick={formatTick}
        xWords={xAxis === 'examples' ? terms : xWords[xAxis]}
      />
    </Panel>
  );
}
