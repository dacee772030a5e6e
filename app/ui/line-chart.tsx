// Lines over a numeric x: recharts draws lines, axes and the tooltip; domain, ticks and end labels are ours, so that
// nothing jumps between ticks of the clock. Each line has a colour and a dash of its own, and its name at its end.
import {
  Line,
  LineChart as Chart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts';
import { useState } from 'react';
import type { Row } from '../bridge/run-series';
import { linearAxis, logAxis, spanAxis, type Axis } from './axis';
import css from './line-chart.module.css';

export interface LineSeries {
  readonly key: string;
  readonly label: string;
  /** A token: 'blue'. */
  readonly colour: string;
  readonly dash?: string;
  /** Drawn behind, thin, without an end label. */
  readonly isFaint?: boolean;
  /** Not of this run: thin and without an end label, but plain to see. */
  readonly isEarlier?: boolean;
  /** Holds its value until the next point. */
  readonly isStep?: boolean;
}

const margin = { top: 10, right: 0, bottom: 0, left: 0 };
const xAxisHeight = 26;
const labelSpacing = 30; // px: two lines of 12 px text

export function LineChart({
  rows,
  series,
  height: leastHeight = 240,
  isLog = false,
  yRange,
  xRange,
  gutter = 80,
  formatX,
  formatY,
  formatYTick = formatY,
  xWords,
  emptyWords = 'The first point appears with the first step.',
}: {
  rows: readonly Row[];
  series: readonly LineSeries[];
  height?: number;
  isLog?: boolean;
  /** Fixed, as for shares; else from the rows. */
  yRange?: readonly [number, number];
  xRange?: readonly [number, number];
  /** Room for the end labels, px. */
  gutter?: number;
  formatX: (x: number) => string;
  formatY: (y: number) => string;
  /** Of the y ticks, when formatY says more than they need. */
  formatYTick?: (y: number) => string;
  xWords: string;
  emptyWords?: string;
}) {
  const [height, setHeight] = useState(leastHeight);
  const y = yAxisOf(rows, series, isLog, yRange);
  const first = rows[0]?.x ?? 0;
  const x = xRange
    ? spanAxis(...xRange)
    : spanAxis(first, rows.length > 1 ? rows[rows.length - 1].x : first + 1);
  const drawn = isLog ? clampRows(rows, series, y.low) : rows;
  const ends = endLabels(rows, series, y, isLog, height);
  return (
    <div className={css.frame} style={{ minHeight: leastHeight }}>
      <ResponsiveContainer
        className={css.plot}
        width="100%"
        height="100%"
        initialDimension={{ width: 480, height }}
        onResize={(_, measured) => setHeight(measured)}
      >
        <Chart data={drawn as Row[]} margin={{ ...margin, right: gutter }} accessibilityLayer={false}>
          <CartesianGrid stroke="var(--line)" vertical={false} />
          <XAxis
            dataKey="x"
            type="number"
            domain={[x.low, x.high]}
            ticks={rows.length === 0 ? [] : (x.ticks as number[])}
            tickFormatter={formatX}
            height={xAxisHeight}
            tick={tickStyle}
            tickLine={false}
            axisLine={{ stroke: 'var(--line-strong)' }}
            allowDataOverflow
            minTickGap={12}
          />
          <YAxis
            type="number"
            scale={isLog ? 'log' : 'linear'}
            domain={[y.low, y.high]}
            ticks={rows.length === 0 ? [] : (y.ticks as number[])}
            tickFormatter={formatYTick}
            width={48}
            tick={tickStyle}
            tickLine={false}
            axisLine={false}
            allowDataOverflow
            interval={0}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line-strong)', strokeDasharray: '3 3' }}
            content={({ active, payload }) => {
              const row = active ? (payload?.[0]?.payload as Row | undefined) : undefined;
              return row ? (
                <Tip row={row} series={series} xWords={xWords} formatX={formatX} formatY={formatY} />
              ) : null;
            }}
          />
          {series.map((line) => (
            <Line
              key={line.key}
              dataKey={line.key}
              type={line.isStep ? 'stepAfter' : 'linear'}
              stroke={`var(--${line.colour})`}
              strokeWidth={line.isFaint ? 1 : line.isEarlier ? 1.5 : 2.25}
              strokeOpacity={line.isFaint ? 0.45 : 1}
              strokeDasharray={line.dash}
              strokeLinejoin="round"
              dot={false}
              activeDot={line.isFaint || line.isEarlier ? false : { r: 3.5, strokeWidth: 0 }}
              isAnimationActive={false}
              connectNulls
            />
          ))}
        </Chart>
      </ResponsiveContainer>
      {rows.length === 0 ? <p className={css.empty}>{emptyWords}</p> : null}
      <div className={css.labels} style={{ width: gutter }} aria-hidden="true">
        {ends.map(({ line, value, top }) => (
          <span
            key={line.key}
            className={css.end}
            style={{ top, ['--mark' as string]: `var(--${line.colour})` }}
          >
            {line.label} <strong>{formatY(value)}</strong>
          </span>
        ))}
      </div>
    </div>
  );
}

const tickStyle = { fill: 'var(--ink-3)', fontSize: 12 };

function yAxisOf(
  rows: readonly Row[],
  series: readonly LineSeries[],
  isLog: boolean,
  range: readonly [number, number] | undefined,
): Axis {
  if (range) return isLog ? logAxis(...range) : linearAxis(...range);
  let low = Infinity;
  let high = -Infinity;
  for (const row of rows) {
    for (const { key } of series) {
      const value = row[key];
      if (value === undefined || (isLog && value <= 0)) continue;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
  }
  if (isLog) return logAxis(low, high);
  // Losses and times are read against zero unless they live far above it.
  return linearAxis(low > 0 && low < 0.6 * high ? 0 : low, high);
}

/** On a log axis, what is not positive is drawn on its floor. */
function clampRows(rows: readonly Row[], series: readonly LineSeries[], floor: number): Row[] {
  return rows.map((row) => {
    const clamped: Record<string, number | undefined> = { ...row };
    for (const { key } of series) {
      const value = row[key];
      if (value !== undefined) clamped[key] = Math.max(value, floor);
    }
    return clamped as Row;
  });
}

interface EndLabel {
  readonly line: LineSeries;
  readonly value: number;
  readonly top: number;
}

/** Beside the last point of each line, pushed apart where they would touch. */
function endLabels(
  rows: readonly Row[],
  series: readonly LineSeries[],
  y: Axis,
  isLog: boolean,
  height: number,
): EndLabel[] {
  const place = isLog ? Math.log10 : (value: number): number => value;
  const plot = height - margin.top - xAxisHeight;
  const labels: { line: LineSeries; value: number; top: number }[] = [];
  for (const line of series) {
    if (line.isFaint || line.isEarlier) continue;
    const value = rows.findLast((row) => row[line.key] !== undefined)?.[line.key];
    if (value === undefined) continue;
    const inside = Math.min(Math.max(value, y.low), y.high);
    const share = (place(inside) - place(y.low)) / (place(y.high) - place(y.low));
    labels.push({ line, value, top: margin.top + plot * (1 - share) });
  }
  labels.sort((a, b) => a.top - b.top);
  for (let i = 1; i < labels.length; i++)
    labels[i].top = Math.max(labels[i].top, labels[i - 1].top + labelSpacing);
  for (let i = labels.length - 1, limit = height - xAxisHeight; i >= 0; i--, limit -= labelSpacing)
    labels[i].top = Math.min(labels[i].top, limit);
  return labels;
}

function Tip({
  row,
  series,
  xWords,
  formatX,
  formatY,
}: {
  row: Row;
  series: readonly LineSeries[];
  xWords: string;
  formatX: (x: number) => string;
  formatY: (y: number) => string;
}) {
  return (
    <div className={css.tip}>
      <dl>
        <dt>{xWords}</dt>
        <dd>{formatX(row.x)}</dd>
        {series.map(({ key, label }) => {
          const value = row[key];
          return value === undefined
            ? null
            : [<dt key={label}>{label}</dt>, <dd key={key}>{formatY(value)}</dd>];
        })}
      </dl>
    </div>
  );
}
