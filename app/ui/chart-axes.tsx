// Axes and grid of a chart, by recharts, without its data: drawn again only when the size, the span or a tick changes.
import { memo } from 'react';
import { CartesianGrid, LineChart, XAxis, YAxis } from 'recharts';
import type { Axis } from './axis';

export const chartMargin = { top: 10, right: 0, bottom: 0, left: 0 };
export const xAxisHeight = 26;
export const yAxisWidth = 48;

interface Props {
  readonly width: number;
  readonly height: number;
  /** Room for the end labels, px. */
  readonly gutter: number;
  readonly x: Axis;
  readonly y: Axis;
  readonly isLog: boolean;
  /** Nothing to measure: no tick labels. */
  readonly isEmpty: boolean;
  readonly formatX: (x: number) => string;
  readonly formatY: (y: number) => string;
}

const tickStyle = { fill: 'var(--ink-3)', fontSize: 12 };

export const ChartAxes = memo(function ChartAxes(props: Props) {
  const { width, height, gutter, x, y, isLog, isEmpty, formatX, formatY } = props;
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
        domain={[x.low, x.high]}
        ticks={isEmpty ? [] : (x.ticks as number[])}
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
        ticks={isEmpty ? [] : (y.ticks as number[])}
        tickFormatter={formatY}
        width={yAxisWidth}
        tick={tickStyle}
        tickLine={false}
        axisLine={false}
        allowDataOverflow
        interval={0}
      />
    </LineChart>
  );
}, isSame);

function isSame(a: Props, b: Props): boolean {
  return (
    a.width === b.width &&
    a.height === b.height &&
    a.gutter === b.gutter &&
    a.isLog === b.isLog &&
    a.isEmpty === b.isEmpty &&
    axisKey(a.x) === axisKey(b.x) &&
    axisKey(a.y) === axisKey(b.y) &&
    // Formatters are made anew by some callers: what they say is what counts.
    a.x.ticks.every((tick) => a.formatX(tick) === b.formatX(tick)) &&
    a.y.ticks.every((tick) => a.formatY(tick) === b.formatY(tick))
  );
}

function axisKey({ low, high, ticks }: Axis): string {
  return `${low} ${high} ${ticks.join(' ')}`;
}
