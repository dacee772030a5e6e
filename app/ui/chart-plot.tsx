// What a chart draws within its axes: grid, lines, marks, and where the values lie. A saved picture draws the same.
import { useId, useMemo } from 'react';
import { wordsVersion } from '../words/language';
import { endAhead, spanAxis } from './axis';
import {
  fitLogTicks,
  fitTicks,
  labelTicks,
  placeOnY,
  plotTop,
  spaceOf,
  usualTextPx,
  valueAxis,
  xAxisHeight,
  XLabels,
  YAxisAndGrid,
  yAxisWidth,
  type LabelledAxis,
} from './chart-axes';
import { endLabels, type EndLabel } from './chart-end-labels';
import { ChartGaps, ChartLevels } from './chart-gaps';
import { ChartMarks, usualMarkPx } from './chart-marks';
import type { ChartProps, LineSeries } from './line-chart';
import { linePaths, tenth, type PathKind, type Scale } from './line-path';
import { logPlacing, plainPlacing } from './log-span';
import type { Range } from './zoom-range';

/** The axes, and the edges between which the lines lie, px. */
export interface Plot {
  readonly x: LabelledAxis;
  readonly y: LabelledAxis;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly scale: Scale;
  readonly ends: readonly EndLabel[];
}

/** A picture lower than this, in heights of its text, has few ticks. */
const lowRows = 9;

/** The plot of a picture of this size. `zoom`: the part of the x axis that is shown. */
export function usePlot(chart: ChartProps, width: number, height: number, zoom: Range | undefined): Plot {
  const { curves, series, textPx = usualTextPx, isLog = false, isLogX = false, isXCounted = false } = chart;
  const { xRange, yRange, yData, gutter = 80, formatX, formatY } = chart;
  const { formatXTick = formatX, formatYTick = formatY } = chart;
  const words = wordsVersion();
  const count = height < lowRows * textPx ? 2 : 4;
  const axis = valueAxis(curves, series, { isLog, range: yRange, data: yData, count });
  // The same axis until its domain, its format or the language changes.
  const y = useMemo(
    () => labelTicks(axis, formatYTick, isLog),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- low and high stand for the axis
    [axis.low, axis.high, formatYTick, isLog, words],
  );
  const [first, last] = zoom ?? xRange ?? [curves.length === 0 ? 0 : curves.x[0]];
  const newest = last ?? (curves.length > 1 ? endAhead(first, curves.x[curves.length - 1]) : first + 1);
  const left = yAxisWidth(y, textPx);
  // Half of the last label has room: 1,000,000 is five times as wide as its text is high.
  const right = Math.max(left + 1, width - (gutter || 2.5 * textPx));
  const plotWidth = right - left;
  const x = useMemo(
    () =>
      isLogX
        ? fitLogTicks(first, newest, isXCounted, formatXTick, plotWidth)
        : fitTicks(spanAxis(first, newest, isXCounted), formatXTick, plotWidth, textPx),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- in other words the same format writes other labels
    [first, newest, isXCounted, isLogX, formatXTick, plotWidth, textPx, words],
  );
  const placing = isLogX ? logPlacing(x.low, x.high) : plainPlacing;
  const [begin, end] = [placing.to(x.low), placing.to(x.high)];
  const bottom = height - spaceOf(xAxisHeight, textPx);
  const scale: Scale = {
    x: (value) => left + ((placing.to(value) - begin) / (end - begin)) * plotWidth,
    y: placeOnY(y, isLog, bottom, textPx),
  };
  const ends = endLabels(curves, series, y, isLog, height);
  return { x, y, left, right, top: spaceOf(plotTop, textPx), bottom, scale, ends };
}

export function ChartPlot({ chart, plot }: { chart: ChartProps; plot: Plot }) {
  const {
    curves,
    series,
    textPx = usualTextPx,
    isLog = false,
    marks = [],
    gaps = [],
    levels = [],
    yData,
  } = chart;
  const { x, y, left, right, top, bottom, scale } = plot;
  const clip = useId();
  const isEmpty = curves.length === 0;
  const paths = linePaths(curves, series.map(kindOf), scale);
  return (
    <>
      <YAxisAndGrid
        y={y}
        isLog={isLog}
        left={left}
        right={right}
        bottom={bottom}
        isEmpty={isEmpty}
        textPx={textPx}
      />
      <clipPath id={clip}>
        <rect x={left} y={top - 3} width={right - left + 1} height={bottom - top + 6} />
      </clipPath>
      <g clipPath={`url(#${clip})`} fill="none" strokeLinejoin="round">
        {series.map((line, index) => (
          <path
            key={line.key}
            d={curves.length === 1 && paths[index] ? `${paths[index]}h0` : paths[index]}
            strokeLinecap={curves.length === 1 ? 'round' : undefined}
            {...strokeOf(line, textPx)}
          />
        ))}
      </g>
      {isEmpty ? null : (
        <XLabels axis={x} place={scale.x} left={left} right={right} bottom={bottom} textPx={textPx} />
      )}
      {marks.length > 0 && !isEmpty ? (
        <ChartMarks marks={marks} plot={plot} textPx={textPx > usualTextPx ? textPx : usualMarkPx} />
      ) : null}
      <ChartLevels levels={levels} plot={plot} textPx={textPx} />
      <ChartGaps gaps={isEmpty ? [] : gaps} plot={plot} textPx={textPx} />
      {yData ? <Clipped chart={chart} plot={plot} /> : null}
    </>
  );
}

/** How a line looks. */
export function strokeOf({ colour, dash, isFaint = false, isEarlier = false }: LineSeries, textPx: number) {
  return {
    stroke: `var(--${colour})`,
    strokeWidth: isFaint ? 1 : isEarlier ? 1.5 : Math.max(2.25, textPx / 7),
    strokeOpacity: isFaint ? 0.45 : 1,
    strokeDasharray: dash,
  };
}

function kindOf({ key, isStep = false, isEarlier = false }: LineSeries): PathKind {
  return { key, isStep, isBroken: !isEarlier };
}

/** A mark at the edge of the plot for what lies beyond it. */
function Clipped({ chart: { curves, series }, plot }: { chart: ChartProps; plot: Plot }) {
  const { y, scale, top, bottom } = plot;
  return series.flatMap(({ key, colour, isEarlier }) =>
    isEarlier
      ? []
      : Array.from(curves.x).flatMap((x, row) => {
          const value = curves.at(key, row);
          if (value === undefined || (value <= y.high && value >= y.low)) return [];
          const at = tenth(scale.x(x));
          const isAbove = value > y.high;
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
