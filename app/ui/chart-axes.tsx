// Axes and grid of a chart, without its data. They are plain SVG: the first screen of the dashboard then needs no library
// of charts. Both axes are drawn again only when the size or the domain changes.
import { memo } from 'react';
import type { Curves } from '../bridge/series/curves';
import { linearAxis, logAxis, thinTicks, type Axis } from './axis';
import type { LineSeries } from './line-chart';
import { logPlacing, logSpanAxis } from './log-span';
import { tenth } from './line-path';
import { textWidth } from './text-width';

/** The size of labels, px. On a wall they are larger, and all spaces with them. */
export const usualTextPx = 12;
/** The space above the plot, px: half of the highest label fits. */
export const plotTop = 10;
export const xAxisHeight = 26;
/** The axis is as long as its labels fit. */
const leastYAxisWidth = 48;
/** The space between a label and the plot. */
const beforePlot = 8;
/** And between the label and the edge of the picture. */
const besideYLabel = beforePlot + 2;
const betweenXLabels = 14;
/** The space from the plot to the line on which the x labels stand. */
const belowPlot = 16.5;

/** A space, px, beside text of another size. */
export function spaceOf(px: number, textPx: number): number {
  return (px * textPx) / usualTextPx;
}

interface ValueDomain {
  readonly isLog: boolean;
  /** A fixed domain. */
  readonly range?: readonly [number, number] | undefined;
  /** What the domain must contain, in place of the values. */
  readonly data?: readonly [number, number] | undefined;
  /** About so many ticks, where the axis is not logarithmic. */
  readonly count?: number;
}

/** The y axis of the values. */
export function valueAxis(
  curves: Curves,
  series: readonly LineSeries[],
  { isLog, range, data, count }: ValueDomain,
): Axis {
  if (range) return isLog ? logAxis(...range) : linearAxis(...range, count);
  const keys = series.map(({ key }) => key);
  const [low, high] = data ?? curves.range(keys, isLog ? 0 : undefined);
  if (isLog) return logAxis(low, high);
  // Losses and times are compared with zero unless they are far above it.
  return linearAxis(low > 0 && low < 0.6 * high ? 0 : low, high, count);
}

/** An axis and its tick labels. */
export interface LabelledAxis extends Axis {
  readonly labels: readonly string[];
}

/** The labels of ticks: with `largest` a format writes all ticks of an axis alike; on a log axis each tick stands for
 *  itself. */
export function labelTicks(
  axis: Axis,
  format: (tick: number, largest: number) => string,
  isLog = false,
): LabelledAxis {
  const largest = axis.ticks.reduce((most, tick) => Math.max(most, Math.abs(tick)), 0);
  return { ...axis, labels: axis.ticks.map((tick) => format(tick, isLog ? Math.abs(tick) : largest)) };
}

function widest(labels: readonly string[], textPx: number): number {
  return labels.reduce((most, label) => Math.max(most, textWidth(label, textPx)), 0);
}

/** Space for the widest label, in steps of 8 px, so that one more digit does not move the plot. */
export function yAxisWidth({ labels }: LabelledAxis, textPx = usualTextPx): number {
  const px = widest(labels, textPx) + spaceOf(besideYLabel, textPx);
  return Math.max(leastYAxisWidth, 8 * Math.ceil(px / 8));
}

/** The ticks that fit in `width` px. */
export function fitTicks(
  axis: Axis,
  format: (tick: number, largest: number) => string,
  width: number,
  textPx = usualTextPx,
): LabelledAxis {
  const { labels } = labelTicks(axis, format);
  const labelPx = widest(labels, textPx) + spaceOf(betweenXLabels, textPx);
  const leastGap = (labelPx / width) * (axis.high - axis.low);
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
  const gapOf = (axis: LabelledAxis): number =>
    ((widest(axis.labels, usualTextPx) + betweenXLabels) / width) * decades;
  // The widest label of the finest ticks: fewer ticks have none wider.
  const finest = labelTicks(logSpanAxis(low, high, 0, isCounted), format, true);
  return labelTicks(logSpanAxis(low, high, gapOf(finest), isCounted), format, true);
}

interface Props {
  readonly y: LabelledAxis;
  readonly isLog: boolean;
  /** Where the plot begins and ends, px. */
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  /** No grid and no tick labels, for there is nothing to measure. */
  readonly isEmpty: boolean;
  readonly textPx?: number;
}

export const YAxisAndGrid = memo(function YAxisAndGrid({
  y,
  isLog,
  left,
  right,
  bottom,
  isEmpty,
  textPx = usualTextPx,
}: Props) {
  const place = placeOnY(y, isLog, bottom, textPx);
  return (
    <>
      {isEmpty ? null : (
        <g stroke="var(--line)">
          {y.ticks.map((tick) => (
            <line key={tick} x1={left} x2={right} y1={tenth(place(tick))} y2={tenth(place(tick))} />
          ))}
        </g>
      )}
      <line x1={left} x2={right} y1={bottom} y2={bottom} stroke="var(--line-strong)" />
      {isEmpty ? null : (
        <g data-axis="y" textAnchor="end" fill="var(--ink-3)" fontSize={textPx}>
          {y.ticks.map((tick, index) => (
            <text key={tick} x={left - spaceOf(beforePlot, textPx)} y={tenth(place(tick))} dy="0.355em">
              {y.labels[index]}
            </text>
          ))}
        </g>
      )}
    </>
  );
});

/** Where a value lies, px from the top of the picture. On a log axis what is too small lies at the lower end. */
export function placeOnY(
  { low, high }: Axis,
  isLog: boolean,
  bottom: number,
  textPx = usualTextPx,
): (value: number) => number {
  const plotHeight = bottom - spaceOf(plotTop, textPx);
  if (!isLog) return (value) => bottom - ((value - low) / (high - low)) * plotHeight;
  const [begin, end] = [Math.log10(low), Math.log10(high)];
  return (value) => bottom - ((Math.log10(Math.max(value, low)) - begin) / (end - begin)) * plotHeight;
}

interface XLabelsProps {
  readonly axis: LabelledAxis;
  readonly left: number;
  readonly right: number;
  readonly bottom: number;
  readonly textPx?: number;
  /** Must depend on axis, left and right alone: the labels are not drawn again when only this changes. */
  readonly place: (tick: number) => number;
}

/** The labels of the x axis, in a picture that has the plot's bottom at `bottom`. */
export const XLabels = memo(
  function XLabels({ axis, place, bottom, textPx = usualTextPx }: XLabelsProps) {
    return (
      <g data-axis="x" textAnchor="middle" fill="var(--ink-3)" fontSize={textPx}>
        {axis.ticks.map((tick, index) => (
          <text key={tick} x={tenth(place(tick))} y={bottom + spaceOf(belowPlot, textPx)}>
            {axis.labels[index]}
          </text>
        ))}
      </g>
    );
  },
  (a, b) => a.axis === b.axis && a.left === b.left && a.right === b.right && a.bottom === b.bottom,
);
