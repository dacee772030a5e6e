// The chart of the scaling panel, drawn by recharts: a point for each size of the ring that was measured. It changes seldom,
// and its code comes with the tab that shows it.
import { t } from '@lingui/core/macro';
import { memo, useRef } from 'react';
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { formatCount, formatShort, formatTick } from '../../bridge/words/format';
import { useIsOnScreen } from '../../bridge/session/on-screen';
import { Curves, type Row } from '../../bridge/series/curves';
import { spanAxis } from '../../ui/axis';
import { labelTicks, plotTop, xAxisHeight, yAxisWidth } from '../../ui/chart-axes';
import { EndLabels } from '../../ui/chart-end-labels';
import { endLabels } from '../../ui/end-labels';
import { yAxisOf, type LineSeries } from '../../ui/line-chart';
import { useSize } from '../../ui/use-size';
import css from '../../ui/line-chart.module.css';

/** px, and the space for the names of the lines. */
const least = { width: 480, height: 272 };
const gutter = 80;
const tickStyle = { fill: 'var(--ink-3)', fontSize: 12 };

interface Props {
  /** x: the size of the ring; `ideal`, `measured`: examples or tokens per second; `point`: as measured, for its dot. */
  readonly rows: readonly Row[];
  readonly series: readonly LineSeries[];
}

/** Out of view it stays as it was. */
export default function ScalingChart(props: Props) {
  return <Drawing {...props} isDrawn={useIsOnScreen()} />;
}

const Drawing = memo(Picture, (before, after) => !after.isDrawn || textOf(before) === textOf(after));

function Picture({ rows, series }: Props & { isDrawn: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame, least);
  const curves = Curves.of(rows);
  const y = labelTicks(yAxisOf(curves, series, false, undefined, undefined), formatTick);
  const x = spanAxis(rows[0]?.x ?? 0, rows.at(-1)?.x ?? 1, true);
  return (
    <div ref={frame} className={css.frame} style={{ minHeight: least.height }}>
      <div className={css.plot}>
        <LineChart
          width={width}
          height={height}
          margin={{ top: plotTop, right: gutter, bottom: 0, left: 0 }}
          data={rows as Row[]}
          accessibilityLayer={rows.length > 0}
          title={t`Scaling`}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            dataKey="x"
            type="number"
            domain={[x.low, x.high]}
            ticks={rows.length === 0 ? [] : x.ticks.filter(Number.isInteger)}
            height={xAxisHeight}
            tick={tickStyle}
            tickLine={false}
            tickFormatter={formatCount}
            axisLine={{ stroke: 'var(--line-strong)' }}
          />
          <YAxis
            type="number"
            domain={[y.low, y.high]}
            ticks={rows.length === 0 ? [] : (y.ticks as number[])}
            width={yAxisWidth(y)}
            tick={tickStyle}
            tickLine={false}
            tickFormatter={(tick: number) => y.labels[y.ticks.indexOf(tick)] ?? ''}
            axisLine={false}
            interval={0}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)', strokeDasharray: '4 3' }}
            content={({ active, payload }) => {
              const row = active ? (payload[0]?.payload as Row | undefined) : undefined;
              return row ? <Tip row={row} /> : null;
            }}
          />
          {series.map(({ key, colour, dash, marker }) => (
            <Line
              key={key}
              dataKey={key}
              type="linear"
              stroke={marker ? 'none' : `var(--${colour})`}
              strokeWidth={2.25}
              strokeDasharray={dash}
              dot={marker ? { r: 4.5, fill: `var(--${colour})`, stroke: 'var(--surface)' } : false}
              activeDot={false}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </div>
      {rows.length === 0 ? <p className={css.empty}>{t`The first point comes after ten steps.`}</p> : null}
      <EndLabels
        labels={endLabels(curves, series, y, false, height)}
        gutter={gutter}
        formatY={(value) => formatShort(value)}
      />
    </div>
  );
}

function Tip({ row }: { row: Row }) {
  return (
    <div className={css.tip}>
      <dl>
        <dt>{t`Replicas`}</dt>
        <dd>{formatCount(row.x)}</dd>
        <dt>{t`measured`}</dt>
        <dd>{formatShort(row.point)}</dd>
        {row.ideal === undefined ? null : (
          <>
            <dt>{t`ideal`}</dt>
            <dd>{formatShort(row.ideal)}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

/** Equal texts draw equal pictures. */
function textOf({ rows, series }: Props): string {
  return JSON.stringify([rows, series.map(({ label }) => label)]);
}
