// Lines over a numeric x. The lines and the x axis are our own: with recharts they take ten times the script. The y axis
// and the grid are drawn by recharts, only when a tick changes. Domain, ticks and end labels do not jump. Each line has
// its own colour and dash, and its name at its end.
import { Fragment, memo, useId, useRef, useState } from 'react';
import { useIsOnScreen } from '../bridge/session/on-screen';
import type { Row } from '../bridge/series/run-series';
import { linearAxis, logAxis, spanAxis, type Axis } from './axis';
import {
  chartMargin as margin,
  fitTicks,
  labelTicks,
  xAxisHeight,
  XLabels,
  YAxisAndGrid,
  yAxisWidth,
} from './chart-axes';
import { ChartMarks, type ChartMark } from './chart-marks';
import { endLabels } from './end-labels';
import { linePath, nearestRow, type Scale } from './line-path';
import { useSize } from './use-size';
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
  /** A step line: holds its value until the next point. */
  readonly isStep?: boolean;
  /** Single points in place of a line, without an end label. A ring leaves what is within it to see. */
  readonly marker?: 'dot' | 'ring';
}

interface Props {
  readonly rows: readonly Row[];
  readonly series: readonly LineSeries[];
  readonly height?: number;
  readonly isLog?: boolean;
  /** A fixed domain, as for shares; else from the rows. */
  readonly yRange?: readonly [number, number];
  /** Space for the end labels, px. */
  readonly gutter?: number;
  readonly formatX: (x: number) => string;
  readonly formatY: (y: number) => string;
  /** The format of the ticks, when a value's own format is too long or too short for them. */
  readonly formatXTick?: (x: number, largest: number) => string;
  readonly formatYTick?: (y: number, largest: number) => string;
  readonly xWords: string;
  /** For steps and examples: no ticks between them. */
  readonly isXCounted?: boolean;
  readonly emptyWords?: string;
  readonly marks?: readonly ChartMark[];
}

interface PictureProps extends Props {
  /** Otherwise it keeps its last domain. */
  readonly isDrawn: boolean;
}

/** Out of view the picture stays as it was; the panel's text continues. */
export function LineChart(props: Props) {
  const isDrawn = useIsOnScreen();
  return <Drawing {...props} isDrawn={isDrawn} />;
}

const Drawing = memo(Picture, (_, { isDrawn }) => !isDrawn);

function Picture({
  rows,
  series,
  height: leastHeight = 240,
  isLog = false,
  yRange,
  gutter = 80,
  formatX,
  formatY,
  formatXTick = formatX,
  formatYTick = formatY,
  xWords,
  isXCounted,
  emptyWords = 'The first point appears with the first step.',
  marks = [],
}: PictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const clip = useId();
  const { width, height } = useSize(frame, { width: 480, height: leastHeight });
  const [pointer, setPointer] = useState<number>();
  const y = labelTicks(yAxisOf(rows, series, isLog, yRange), formatYTick, isLog);
  const first = rows[0]?.x ?? 0;
  const newest = rows.length > 1 ? rows[rows.length - 1].x : first + 1;
  const place = isLog ? Math.log10 : (value: number): number => value;
  const left = yAxisWidth(y);
  const right = Math.max(left + 1, width - gutter);
  const x = fitTicks(spanAxis(first, newest, isXCounted), formatXTick, right - left);
  const bottom = height - xAxisHeight;
  const scale: Scale = {
    x: (value) => left + ((value - x.low) / (x.high - x.low)) * (right - left),
    y: (value) => {
      const share =
        (place(Math.max(value, isLog ? y.low : -Infinity)) - place(y.low)) / (place(y.high) - place(y.low));
      return bottom - share * (bottom - margin.top);
    },
  };
  const ends = endLabels(rows, series, y, isLog, height);
  const at =
    pointer === undefined ? undefined : x.low + ((pointer - left) / (right - left)) * (x.high - x.low);
  const row = at === undefined ? undefined : nearestRow(rows, at);
  return (
    <div
      ref={frame}
      className={css.frame}
      style={{ minHeight: leastHeight }}
      onPointerMove={(event) => {
        const inside = event.clientX - event.currentTarget.getBoundingClientRect().left;
        setPointer(inside >= left && inside <= right ? inside : undefined);
      }}
      onPointerLeave={() => setPointer(undefined)}
    >
      <div className={css.plot} aria-hidden="true">
        <YAxisAndGrid
          width={width}
          height={height}
          gutter={gutter}
          y={y}
          isLog={isLog}
          isEmpty={rows.length === 0}
        />
      </div>
      <svg className={css.plot} width={width} height={height} aria-hidden="true">
        <clipPath id={clip}>
          <rect x={left} y={margin.top - 3} width={right - left + 1} height={bottom - margin.top + 6} />
        </clipPath>
        <g clipPath={`url(#${clip})`} fill="none" strokeLinejoin="round">
          {series.map((line) =>
            line.marker ? null : (
              <path
                key={line.key}
                d={linePath(rows, line.key, scale, line.isStep ?? false, !line.isEarlier)}
                stroke={`var(--${line.colour})`}
                strokeWidth={line.isFaint ? 1 : line.isEarlier ? 1.5 : 2.25}
                strokeOpacity={line.isFaint ? 0.45 : 1}
                strokeDasharray={line.dash}
              />
            ),
          )}
        </g>
        {rows.length === 0 ? null : <XLabels axis={x} place={scale.x} bottom={bottom} />}
        {series.map((line) =>
          line.marker ? <Markers key={line.key} rows={rows} line={line} scale={scale} /> : null,
        )}
        {marks.length > 0 && rows.length > 0 ? (
          <ChartMarks
            marks={marks}
            place={scale.x}
            left={left}
            right={right}
            top={margin.top}
            bottom={bottom}
            isLow={isHigh(ends, height)}
          />
        ) : null}
        {row ? (
          <line
            x1={scale.x(row.x)}
            x2={scale.x(row.x)}
            y1={margin.top}
            y2={bottom}
            stroke="var(--line-strong)"
            strokeDasharray="3 3"
          />
        ) : null}
      </svg>
      {row ? (
        <div
          className={css.hover}
          style={
            scale.x(row.x) > width / 2
              ? { right: width - scale.x(row.x) + 10 }
              : { left: scale.x(row.x) + 10 }
          }
        >
          <Tip row={row} series={series} xWords={xWords} formatX={formatX} formatY={formatY} />
        </div>
      ) : null}
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

/** The lines end in the upper half, where labels of marks would cover them. */
function isHigh(ends: ReturnType<typeof endLabels>, height: number): boolean {
  return ends.length > 0 && ends.reduce((sum, { top }) => sum + top, 0) / ends.length < height / 2;
}

function Markers({ rows, line, scale }: { rows: readonly Row[]; line: LineSeries; scale: Scale }) {
  return rows.map((row, index) => {
    const value = row[line.key];
    return value === undefined ? null : (
      <circle
        key={index}
        cx={scale.x(row.x)}
        cy={scale.y(value)}
        r={line.marker === 'dot' ? 4.5 : 7.5}
        stroke={`var(--${line.marker === 'dot' ? 'surface' : line.colour})`}
        strokeWidth={line.marker === 'dot' ? 1 : 2.25}
        fill={line.marker === 'dot' ? `var(--${line.colour})` : 'none'}
      />
    );
  });
}

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
  // Losses and times are compared with zero unless they are far above it.
  return linearAxis(low > 0 && low < 0.6 * high ? 0 : low, high);
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
          return value === undefined ? null : (
            <Fragment key={key}>
              <dt>{label}</dt>
              <dd>{formatY(value)}</dd>
            </Fragment>
          );
        })}
      </dl>
    </div>
  );
}
