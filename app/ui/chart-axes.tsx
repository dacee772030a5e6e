// Axes and grid of a chart, without its data. The y axis and the grid are drawn by recharts, only when the size or a tick
// changes. The x axis moves with every new point, so it is drawn by hand: by recharts it takes ten times the script.
import { memo } from 'react';
import { CartesianGrid, LineChart, XAxis, YAxis } from 'recharts';
import { thinTicks, type Axis } from './axis';
import { logPlacing, logSpanAxis } from './log-span';
import { tenth } from './line-path';
import { textWidth } from './text-width';

export const chartMargin = { top: 10, right: 0, bottom: 0, left: 0 };
export const xAxisHeight = 26;
/** As long as its labels fit. */
const leastYAxisWidth = 48;
/** Between a label and the plot, by recharts: 6 for a tick line, 2 of margin; and 2 for the edge of the picture. */
const besideYLabel = 10;
const betweenXLabels = 14;
/** From the plot to the line on which the x labels stand: where recharts puts them. */
const belowPlot = 16.5;
const fontSize = 12;

/** An axis and its tick labels. */
export interface LabelledAxis extends Axis {
  readonly labels: readonly string[];
}

/** With `largest` a format writes all ticks of an axis alike; on a log axis each tick stands for itself. */
export function labelTicks(
  axis: Axis,
  format: (tick: number, largest: number) => string,
  isLog = false,
): LabelledAxis {
  const largest = axis.ticks.reduce((most, tick) => Math.max(most, Math.abs(tick)), 0);
  return { ...axis, labels: axis.ticks.map((tick) => format(tick, isLog ? Math.abs(tick) : largest)) };
}

function widest(labels: readonly string[]): number {
  return labels.reduce((most, label) => Math.max(most, textWidth(label, fontSize)), 0);
}

/** Space for the widest label, in steps of 8 px, so that one more digit does not move the plot. */
export function yAxisWidth({ labels }: LabelledAxis): number {
  return Math.max(leastYAxisWidth, 8 * Math.ceil((widest(labels) + besideYLabel) / 8));
}

/** The ticks that fit in `width` px. */
export function fitTicks(
  axis: Axis,
  format: (tick: number, largest: number) => string,
  width: number,
): LabelledAxis {
  const { labels } = labelTicks(axis, format);
  const leastGap = ((widest(labels) + betweenXLabels) / width) * (axis.high - axis.low);
  return labelTicks(thinTicks(axis, leastGap), format);
}

/** A logarithmic axis with the ticks that fit in `width` px. */
export function fitLogTicks(
  low: number,
  high: number,
  isCounted: boolean,
  format: (tick: number, largest: number) => string,
  width: number,
): LabelledAxis {
  const { to } = logPlacing(low, high);
  const decades = Math.max(to(high) - to(low), 1e-9);
  const gapOf = (axis: LabelledAxis): number => ((widest(axis.labels) + betweenXLabels) / width) * decades;
  // The widest label of the finest ticks: fewer ticks have none wider.
  const finest = labelTicks(logSpanAxis(low, high, 0, isCounted), format, true);
  return labelTicks(logSpanAxis(low, high, gapOf(finest), isCounted), format, true);
}

interface Props {
  readonly width: number;
  readonly height: number;
  /** Space for the end labels, px. */
  readonly gutter: number;
  readonly y: LabelledAxis;
  readonly isLog: boolean;
  /** No tick labels, so there is nothing to measure. */
  readonly isEmpty: boolean;
}

const tickStyle = { fill: 'var(--ink-3)', fontSize };
const noTicks: number[] = [];

export const YAxisAndGrid = memo(function YAxisAndGrid(props: Props) {
  const { width, height, gutter, y, isLog, isEmpty } = props;
  return (
    <LineChart
      width={width}
      height={height}
      margin={{ ...chartMargin, right: gutter }}
      accessibilityLayer={false}
      data={[]}
    >
      <CartesianGrid stroke="var(--line)" vertical={false} />
      <XAxis
        dataKey="x"
        type="number"
        domain={[0, 1]}
        ticks={noTicks}
        height={xAxisHeight}
        tickLine={false}
        axisLine={{ stroke: 'var(--line-strong)' }}
        allowDataOverflow
      />
      <YAxis
        type="number"
        scale={isLog ? 'log' : 'linear'}
        domain={[y.low, y.high]}
        ticks={isEmpty ? noTicks : (y.ticks as number[])}
        tickFormatter={(tick: number) => labelOf(y, tick)}
        width={yAxisWidth(y)}
        tick={tickStyle}
        tickLine={false}
        axisLine={false}
        allowDataOverflow
        interval={0}
      />
    </LineChart>
  );
}, isSame);

/** The labels of the x axis, in a picture that has the plot's bottom at `bottom`. */
export function XLabels({
  axis,
  place,
  bottom,
}: {
  axis: LabelledAxis;
  place: (tick: number) => number;
  bottom: number;
}) {
  return (
    <g data-axis="x" textAnchor="middle" style={tickStyle}>
      {axis.ticks.map((tick, index) => (
        <text key={tick} x={tenth(place(tick))} y={bottom + belowPlot}>
          {axis.labels[index]}
        </text>
      ))}
    </g>
  );
}

function isSame(a: Props, b: Props): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.gutter === b.gutter &&
    a.isLog === b.isLog &&
    a.isEmpty === b.isEmpty &&
    axisKey(a.y) === axisKey(b.y)
  );
}

function axisKey({ low, high, ticks, labels }: LabelledAxis): string {
  return `${low} ${high} ${ticks.join(' ')} ${labels.join(' ')}`;
}

function labelOf({ ticks, labels }: LabelledAxis, tick: number): string {
  return labels[ticks.indexOf(tick)] ?? '';
}
