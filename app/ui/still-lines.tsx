// The lines of a still chart, drawn by recharts: the pointer, or arrow keys, read a row. Ticks, colours and the names at the ends
// are those of the live charts.
import { memo, useRef } from 'react';
import { CartesianGrid, Line, LineChart, ReferenceLine, Tooltip, XAxis, YAxis } from 'recharts';
import { Curves } from '../bridge/series/curves';
import { spanAxis } from './axis';
import {
  fitTicks,
  labelTicks,
  plotTop,
  spaceOf,
  usualTextPx,
  valueAxis,
  xAxisHeight,
  yAxisWidth,
} from './chart-axes';
import { EndLabels } from './chart-end-labels';
import { ChartReading } from './chart-reading';
import { endLabels } from './end-labels';
import type { LineSeries } from './line-chart';
import type { StillChartProps, StillRow } from './still-chart';
import { textWidth } from './text-width';
import { useSize } from './use-size';
import css from './line-chart.module.css';

/** What draws equal pictures is equal: a panel is drawn with every step of the ring. */
export const StillLines = memo(Lines, (before, after) => JSON.stringify(before) === JSON.stringify(after));

function Lines({
  name,
  words,
  textPx = usualTextPx,
  rows,
  series,
  height: leastHeight = 272,
  isLog = false,
  yRange,
  xRange = [rows[0]?.x ?? 0, rows.at(-1)?.x ?? 1],
  gutter = 80,
  formatX,
  formatY,
  formatXTick = formatX,
  formatYTick = formatY,
  xWords,
  isXCounted,
  emptyWords,
  marks = [],
}: StillChartProps) {
  const frame = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(frame, { width: 480, height: leastHeight });
  const curves = Curves.of(rows.map((row) => ({ ...row, step: row.x, segment: 0 })));
  const y = labelTicks(valueAxis(curves, series, isLog, yRange), formatYTick, isLog);
  const left = yAxisWidth(y, textPx);
  const right = gutter || 1.5 * textPx;
  const plotWidth = Math.max(1, width - left - right);
  const x = fitTicks(spanAxis(...xRange, isXCounted), formatXTick, plotWidth, textPx);
  const isEmpty = rows.length === 0;
  const tick = { fill: 'var(--ink-3)', fontSize: textPx };
  return (
    <div ref={frame} className={css.frame} style={{ minHeight: leastHeight }} translate="no">
      <div className={css.plot}>
        <LineChart
          width={width}
          height={height}
          margin={{ top: spaceOf(plotTop, textPx), right, bottom: 0, left: 0 }}
          data={rows as StillRow[]}
          accessibilityLayer={!isEmpty}
          role={words === undefined ? undefined : 'img'}
          aria-label={words ?? name}
        >
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            dataKey="x"
            type="number"
            domain={[x.low, x.high]}
            ticks={isEmpty ? [] : (x.ticks as number[])}
            height={spaceOf(xAxisHeight, textPx)}
            tick={tick}
            tickLine={false}
            tickFormatter={(at: number) => x.labels[x.ticks.indexOf(at)] ?? ''}
            axisLine={{ stroke: 'var(--line-strong)' }}
            interval={0}
          />
          <YAxis
            type="number"
            scale={isLog ? 'log' : 'linear'}
            domain={[y.low, y.high]}
            ticks={isEmpty ? [] : (y.ticks as number[])}
            width={left}
            tick={tick}
            tickLine={false}
            tickFormatter={(at: number) => y.labels[y.ticks.indexOf(at)] ?? ''}
            axisLine={false}
            interval={0}
          />
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
              strokeWidth={Math.max(2.25, textPx / 7)}
              strokeDasharray={dash}
              dot={marker ? dotOf(marker, `var(--${colour})`) : false}
              activeDot={false}
              isAnimationActive={false}
            />
          ))}
          {marks.map(({ x: at, short }) => (
            <ReferenceLine
              key={at}
              x={at}
              stroke="var(--ink-2)"
              strokeDasharray="3 3"
              label={besideLine(
                short,
                (plotWidth * (at - x.low)) / (x.high - x.low),
                plotWidth + right,
                textPx,
              )}
            />
          ))}
        </LineChart>
      </div>
      {isEmpty && emptyWords !== undefined ? <p className={css.empty}>{emptyWords}</p> : null}
      {gutter > 0 ? (
        <EndLabels labels={endLabels(curves, series, y, isLog, height)} gutter={gutter} formatY={formatY} />
      ) : null}
    </div>
  );
}

/** A line and its points have one name. */
function valuesOf(row: StillRow, series: readonly LineSeries[], format: (y: number) => string) {
  const values = series.flatMap(({ key, label }) => {
    const value = row[key];
    return value === undefined ? [] : [[label, format(value)] as const];
  });
  return new Map(values);
}

function dotOf(marker: 'dot' | 'ring', colour: string) {
  return marker === 'dot'
    ? { r: 4.5, fill: colour, stroke: 'var(--surface)', strokeWidth: 1, strokeDasharray: '' }
    : { r: 7.5, fill: 'none', stroke: colour, strokeDasharray: '' };
}

/** The words stand to the right of a line at `at` px, else to its left; without room on both sides nowhere. */
function besideLine(words: string, at: number, widthPx: number, textPx: number) {
  const needPx = textWidth(words, textPx) + textPx / 2;
  if (at + needPx > widthPx && needPx > at) return undefined;
  return {
    value: words,
    position: at + needPx <= widthPx ? 'insideTopLeft' : 'insideTopRight',
    fill: 'var(--ink-2)',
    fontSize: textPx,
  } as const;
}
