// Lines over a numeric x, with axes of our own: a library of charts takes ten times the script for each new point. Domain,
// ticks and end labels do not jump. Each line has its own colour and dash, and its name at its end.
import { t } from '@lingui/core/macro';
import { memo, useId, useMemo, useRef, type CSSProperties } from 'react';
import { useIsOnScreen } from '../bridge/session/on-screen';
import type { Curves } from '../bridge/series/curves';
import type { Reading } from '../bridge/series/run-series';
import { endAhead, linearAxis, logAxis, spanAxis, type Axis } from './axis';
import {
  fitLogTicks,
  fitTicks,
  labelTicks,
  placeOnY,
  plotTop,
  spaceOf,
  usualTextPx,
  xAxisHeight,
  XLabels,
  YAxisAndGrid,
  yAxisWidth,
} from './chart-axes';
import { Crosshair } from './chart-crosshair';
import { useZoom, zoomInto } from './chart-view';
import { useGestures } from './chart-gestures';
import { ChartMarks, type ChartMark } from './chart-marks';
import { EndLabels } from './chart-end-labels';
import { endLabels } from './end-labels';
import { logPlacing, plainPlacing } from './log-span';
import { linePaths, tenth, type PathKind, type Scale } from './line-path';
import { useSize } from './use-size';
import type { Range } from './zoom-range';
import { wordsVersion } from '../words/language';
import css from './line-chart.module.css';

export interface LineSeries {
  readonly key: string;
  readonly label: string;
  /** The name for files and legends of pictures, which have room to say all; else the label. */
  readonly fullLabel?: string;
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

export interface ChartProps {
  /** The name in words, for the keyboard. */
  readonly name?: string;
  /** What the picture shows, where no sentence beside it says so. */
  readonly words?: string | undefined;
  /** The size of labels, px: a wall is read from afar. */
  readonly textPx?: number;
  /** Charts of a group share the crosshair and the zoom; else the chart has its own. */
  readonly group?: string;
  /** The first and the last x of all data: a chart with them can be zoomed. */
  readonly span?: Range | undefined;
  readonly curves: Curves;
  /** What the lines are at the step nearest to x; without it the crosshair reads the nearest row of the curves. */
  readonly read?: (x: number) => Reading | undefined;
  readonly series: readonly LineSeries[];
  readonly height?: number;
  readonly isLog?: boolean;
  /** What is not above zero lies at the left end. */
  readonly isLogX?: boolean;
  /** A fixed domain, as for shares; else from the curves. */
  readonly yRange?: readonly [number, number];
  /** What the domain must contain, in place of the curves. Values beyond it are marked at the edge. */
  readonly yData?: readonly [number, number] | undefined;
  /** Space for the end labels, px; 0: there are none. */
  readonly gutter?: number;
  readonly formatX: (x: number) => string;
  readonly formatY: (y: number) => string;
  /** The format of the ticks, when a value's own format is too long or too short for them. */
  readonly formatXTick?: (x: number, largest: number) => string;
  readonly formatYTick?: (y: number, largest: number) => string;
  readonly xWords: string;
  /** The axis counts steps or examples: no ticks between them. */
  readonly isXCounted?: boolean;
  readonly emptyWords?: string | undefined;
  readonly marks?: readonly ChartMark[];
}

interface PictureProps extends ChartProps {
  /** Otherwise it keeps its last domain. */
  readonly isDrawn: boolean;
}

/** Out of view the picture stays as it was; the panel's text continues. */
export function LineChart(props: ChartProps) {
  const isDrawn = useIsOnScreen();
  return <Drawing {...props} isDrawn={isDrawn} />;
}

const Drawing = memo(Picture, (_, { isDrawn }) => !isDrawn);

function Picture({
  name = t`Chart`,
  words: said,
  textPx = usualTextPx,
  group: sharedGroup,
  span,
  curves,
  read,
  series,
  height: leastHeight = 240,
  isLog = false,
  isLogX = false,
  yRange,
  yData,
  gutter = 80,
  formatX,
  formatY,
  formatXTick = formatX,
  formatYTick = formatY,
  xWords,
  isXCounted,
  emptyWords = t`This device has seen no step yet: the curve begins with the next one.`,
  marks = [],
}: PictureProps) {
  const frame = useRef<HTMLDivElement>(null);
  const clip = useId();
  const { width, height } = useSize(frame, { width: 480, height: leastHeight });
  const ownGroup = useId();
  const group = sharedGroup ?? ownGroup;
  const zoom = useZoom(group);
  const y = useLabels(yAxisOf(curves, series, isLog, yRange, yData), formatYTick, isLog);
  const isEmpty = curves.length === 0;
  const isLarge = textPx > usualTextPx;
  const first = zoom?.[0] ?? (isEmpty ? 0 : curves.x[0]);
  const newest = zoom?.[1] ?? (curves.length > 1 ? endAhead(first, curves.x[curves.length - 1]) : first + 1);
  const left = yAxisWidth(y, textPx);
  // Half of the last label has room.
  const right = Math.max(left + 1, width - (gutter || 1.5 * textPx));
  const plotWidth = right - left;
  const words = wordsVersion();
  const x = useMemo(
    () =>
      isLogX
        ? fitLogTicks(first, newest, isXCounted ?? false, formatXTick, plotWidth)
        : fitTicks(spanAxis(first, newest, isXCounted), formatXTick, plotWidth, textPx),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- in other words the same format writes other labels
    [first, newest, isXCounted, isLogX, formatXTick, plotWidth, textPx, words],
  );
  const placing = isLogX ? logPlacing(x.low, x.high) : plainPlacing;
  const [begin, end] = [placing.to(x.low), placing.to(x.high)];
  const bottom = height - spaceOf(xAxisHeight, textPx);
  const top = spaceOf(plotTop, textPx);
  const scale: Scale = {
    x: (value) => left + ((placing.to(value) - begin) / (end - begin)) * (right - left),
    y: placeOnY(y, isLog, bottom, textPx),
  };
  const ends = endLabels(curves, series, y, isLog, height);
  const lines = series.filter(({ marker }) => !marker);
  const paths = linePaths(curves, lines.map(kindOf), scale);
  const { handlers, drag } = useGestures({
    group,
    span,
    left,
    right,
    low: x.low,
    high: x.high,
    placing: isLogX ? logPlacing(...(span ?? [x.low, x.high])) : undefined,
  });
  return (
    <div
      ref={frame}
      className={`${css.frame} ${span ? css.zoomable : ''}`}
      style={{ '--least-height': `${leastHeight}px` } as CSSProperties}
      role="group"
      translate="no" // a translator's elements break drawn text
      tabIndex={isEmpty ? undefined : 0}
      aria-label={`${name}: ${span ? t`arrow keys move the crosshair, plus and minus zoom, Shift with arrows moves along, 0 shows all. With a pointer, drag to zoom and double-click to show all.` : t`arrow keys move the crosshair.`}`}
      {...handlers}
    >
      <svg
        className={css.plot}
        width={width}
        height={height}
        {...(said === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': said })}
      >
        <YAxisAndGrid {...{ y, isLog, left, right, bottom, isEmpty, textPx }} />
        <clipPath id={clip}>
          <rect x={left} y={top - 3} width={right - left + 1} height={bottom - top + 6} />
        </clipPath>
        <g clipPath={`url(#${clip})`} fill="none" strokeLinejoin="round">
          {lines.map((line, index) => (
            <path
              key={line.key}
              d={curves.length === 1 && paths[index] ? `${paths[index]}h0` : paths[index]}
              stroke={`var(--${line.colour})`}
              strokeWidth={line.isFaint ? 1 : line.isEarlier ? 1.5 : Math.max(2.25, textPx / 7)}
              strokeLinecap={curves.length === 1 ? 'round' : undefined}
              strokeOpacity={line.isFaint ? 0.45 : 1}
              strokeDasharray={line.dash}
            />
          ))}
        </g>
        {isEmpty ? null : <XLabels axis={x} place={scale.x} {...{ left, right, bottom, textPx }} />}
        {series.map((line) => (line.marker ? <Markers key={line.key} {...{ curves, line, scale }} /> : null))}
        {marks.length > 0 && !isEmpty ? (
          <ChartMarks
            marks={marks}
            place={scale.x}
            {...{ left, right, top, bottom }}
            {...(isLarge ? { textPx } : {})}
            isLow={isHigh(ends, height)}
          />
        ) : null}
        {yData ? (
          <Clipped curves={curves} series={series} {...{ scale, top, bottom }} low={y.low} high={y.high} />
        ) : null}
        {drag ? (
          <rect
            className={css.selection}
            x={Math.min(...drag)}
            width={Math.abs(drag[1] - drag[0])}
            y={top}
            height={bottom - top}
          />
        ) : null}
      </svg>
      <Crosshair
        {...{ group, curves, read, series, scale, left, right, top, bottom, width }}
        {...{ xWords, formatX, formatY }}
      />
      {zoom ? (
        <button
          type="button"
          className={css.reset}
          style={{ right: gutter + 4 }}
          onClick={() => {
            zoomInto(group, undefined);
            frame.current?.focus(); // the button goes
          }}
        >
          {t`Show all`}
        </button>
      ) : null}
      {isEmpty ? (
        <p className={css.empty} style={isLarge ? { fontSize: textPx } : undefined}>
          {emptyWords}
        </p>
      ) : null}
      {gutter > 0 ? <EndLabels labels={ends} gutter={gutter} formatY={formatY} /> : null}
    </div>
  );
}

/** The same axis until its domain, its format or the language changes. */
function useLabels(
  axis: Axis,
  format: (tick: number, largest: number) => string,
  isLog: boolean,
): ReturnType<typeof labelTicks> {
  const words = wordsVersion();
  // eslint-disable-next-line react-hooks/exhaustive-deps -- low and high stand for the axis
  return useMemo(() => labelTicks(axis, format, isLog), [axis.low, axis.high, format, isLog, words]);
}

/** The lines end in the upper half, where labels of marks would cover them. */
function isHigh(ends: ReturnType<typeof endLabels>, height: number): boolean {
  return ends.length > 0 && ends.reduce((sum, { top }) => sum + top, 0) / ends.length < height / 2;
}

function kindOf({ key, isStep = false, isEarlier = false }: LineSeries): PathKind {
  return { key, isStep, isBroken: !isEarlier };
}

function Markers({ curves, line, scale }: { curves: Curves; line: LineSeries; scale: Scale }) {
  return Array.from(curves.x, (x, row) => {
    const value = curves.at(line.key, row);
    return value === undefined ? null : (
      <circle
        key={row}
        cx={scale.x(x)}
        cy={scale.y(value)}
        r={line.marker === 'dot' ? 4.5 : 7.5}
        stroke={`var(--${line.marker === 'dot' ? 'surface' : line.colour})`}
        strokeWidth={line.marker === 'dot' ? 1 : 2.25}
        fill={line.marker === 'dot' ? `var(--${line.colour})` : 'none'}
      />
    );
  });
}

/** The y axis of the values; of `data` or `range`, where they are given. */
export function yAxisOf(
  curves: Curves,
  series: readonly LineSeries[],
  isLog: boolean,
  range: readonly [number, number] | undefined,
  data: readonly [number, number] | undefined,
): Axis {
  if (range) return isLog ? logAxis(...range) : linearAxis(...range);
  const keys = series.map(({ key }) => key);
  const [low, high] = data ?? curves.range(keys, isLog ? 0 : undefined);
  if (isLog) return logAxis(low, high);
  // Losses and times are compared with zero unless they are far above it.
  return linearAxis(low > 0 && low < 0.6 * high ? 0 : low, high);
}

/** A mark at the edge of the plot for what lies beyond it. */
function Clipped({
  curves,
  series,
  scale,
  top,
  bottom,
  low,
  high,
}: {
  curves: Curves;
  series: readonly LineSeries[];
  scale: Scale;
  top: number;
  bottom: number;
  low: number;
  high: number;
}) {
  return series.flatMap(({ key, colour, marker, isEarlier }) =>
    marker || isEarlier
      ? []
      : Array.from(curves.x).flatMap((x, row) => {
          const value = curves.at(key, row);
          if (value === undefined || (value <= high && value >= low)) return [];
          const at = tenth(scale.x(x));
          const isAbove = value > high;
          return (
            <path
              key={`${key} ${x}`}
              d={isAbove ? `M${at} ${top - 6}l4 7h-8z` : `M${at} ${bottom + 4}l4 -7h-8z`}
              fill={`var(--${colour})`}
            />
          );
        }),
  );
}
