// The lines of a still chart, drawn by recharts: the pointer, or arrow keys, read a row. Ticks, colours and the names at the ends
// are those of the live charts.
import { memo, useRef } from 'react';
import { CartesianGrid, Line, LineChart, Tooltip, XAxis, YAxis } from 'recharts';
import { Curves } from '../bridge/series/curves';
import { plotTop, usualTextPx, xAxisHeight, type LabelledAxis } from './chart-axes';
import { EndLabels } from './chart-end-labels';
import { usePlot } from './chart-plot';
import { ChartReading } from './chart-reading';
import type { LineSeries } from './line-chart';
import type { StillChartProps, StillRow } from './still-chart';
import { useSize } from './use-size';
import css from './line-chart.module.css';

/** What draws equal pictures is equal: a panel is drawn with every step of the ring. */
export const StillLines = memo(Lines, (before, after) => JSON.stringify(before) === JSON.stringify(after));

function Lines(chart: StillChartProps) {
  const { name, rows, series, height: leastHeight = 272, isLog = false, gutter = 80 } = chart;
  const { formatX, formatY, xWords, emptyWords } = chart;
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame, { width: 480, height: leastHeight });
  const curves = Curves.of(rows.map((row) => ({ ...row, step: row.x, segment: 0 })));
  const isEmpty = rows.length === 0;
  const xRange = isEmpty ? undefined : ([rows[0].x, rows[rows.length - 1].x] as const);
  const { x, y, left, right, ends } = usePlot({ ...chart, curves }, width, height, xRange);
  return (
    <div ref={frame} className={css.frame} style={{ minHeight: leastHeight }} translate="no">
      <div className={css.plot}>
        <LineChart
          width={width}
          height={height}
          margin={{ top: plotTop, right: width - right, bottom: 0, left: 0 }}
          data={rows as StillRow[]}
          accessibilityLayer={!isEmpty}
          aria-label={name}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            dataKey="x"
            height={xAxisHeight}
            axisLine={{ stroke: 'var(--line-strong)' }}
            {...axisOf(x, isEmpty)}
          />
          <YAxis scale={isLog ? 'log' : 'linear'} width={left} axisLine={false} {...axisOf(y, isEmpty)} />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)', strokeDasharray: '4 3' }}
            content={({ active, payload }) => {
              const row = active ? (payload[0]?.payload as StillRow | undefined) : undefined;
              return row ? (
                <ChartReading entries={[[xWords, formatX(row.x)], ...valuesOf(row, series, formatY)]} />
              ) : null;
            }}
          />
          {series.map(({ key, colour, dash, marker }) => (
            <Line
              key={key}
              dataKey={key}
              type="linear"
              connectNulls
              stroke={marker ? 'none' : `var(--${colour})`}
              strokeWidth={2.25}
              strokeDasharray={dash}
              dot={marker ? dots[marker](`var(--${colour})`) : false}
              activeDot={false}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </div>
      {isEmpty ? <p className={css.empty}>{emptyWords}</p> : null}
      <EndLabels labels={ends} gutter={gutter} formatY={formatY} />
    </div>
  );
}

function axisOf({ low, high, ticks, labels }: LabelledAxis, isEmpty: boolean) {
  return {
    type: 'number' as const,
    domain: [low, high],
    ticks: isEmpty ? [] : (ticks as number[]),
    tick: { fill: 'var(--ink-3)', fontSize: usualTextPx },
    tickLine: false,
    tickFormatter: (tick: number) => labels[ticks.indexOf(tick)] ?? '',
    interval: 0,
  };
}

/** A line and its points have one name. */
function valuesOf(row: StillRow, series: readonly LineSeries[], format: (y: number) => string) {
  const values = series.flatMap(({ key, label }) => {
    const value = row[key];
    return value === undefined ? [] : [[label, format(value)] as const];
  });
  return new Map(values);
}

const dots = {
  dot: (colour: string) => ({ r: 4.5, fill: colour, stroke: 'var(--surface)', strokeWidth: 1 }),
  ring: (colour: string) => ({ r: 7.5, fill: 'none', stroke: colour }),
} as const;
