// Amounts on a canvas, in the theme's own colours: what is predicted against what is true, and of a model of one or two inputs
// its line or its surface.
import { t } from '@lingui/core/macro';
import type { AmountView } from '../../../src/replica/amount-view';
import { formatTick } from '../../bridge/words/format';
import { linearAxis, type Axis } from '../../ui/axis';

/** A place in the picture, in px of the canvas. */
interface Plot {
  readonly context: CanvasRenderingContext2D;
  readonly xOf: (value: number) => number;
  readonly yOf: (value: number) => number;
  readonly colour: (token: string) => string;
  /** The radius of a point. */
  readonly dot: number;
}

type Span = readonly [low: number, high: number];

/** Points on the diagonal are predicted right. */
export function drawAgainst(canvas: HTMLCanvasElement, { actual, predicted }: AmountView): void {
  const axis = linearAxis(...spanOf(actual, predicted));
  const plot = begin(canvas, axis, axis, t`True`, t`Predicted`);
  if (!plot) return;
  const { context, xOf, yOf, colour } = plot;
  context.strokeStyle = colour('--ink-3');
  context.setLineDash([2 * plot.dot, 2 * plot.dot]);
  context.beginPath();
  context.moveTo(xOf(axis.low), yOf(axis.low));
  context.lineTo(xOf(axis.high), yOf(axis.high));
  context.stroke();
  context.setLineDash([]);
  context.globalAlpha = 0.7;
  for (const [i, amount] of actual.entries()) drawDot(plot, amount, predicted[i], colour('--blue'));
  context.globalAlpha = 1;
}

export function drawGround(canvas: HTMLCanvasElement, view: AmountView): void {
  const { ground } = view;
  if (ground?.kind === 'line') drawLine(canvas, view, ground);
  if (ground?.kind === 'surface') drawSurface(canvas, view, ground);
}

type Ground<Kind> = Extract<NonNullable<AmountView['ground']>, { readonly kind: Kind }>;

function drawLine(
  canvas: HTMLCanvasElement,
  { actual }: AmountView,
  { name, x, y, at }: Ground<'line'>,
): void {
  const xAxis = { ...linearAxis(x[0], x[x.length - 1]), low: x[0], high: x[x.length - 1] };
  const plot = begin(canvas, within(xAxis), linearAxis(...spanOf(actual, y)), name, t`Amount`);
  if (!plot) return;
  const { context, xOf, yOf, colour } = plot;
  context.globalAlpha = 0.7;
  for (const [i, amount] of actual.entries()) drawDot(plot, at[i], amount, colour('--blue'));
  context.globalAlpha = 1;
  context.strokeStyle = colour('--vermillion');
  context.lineWidth = 1.2 * plot.dot;
  context.beginPath();
  for (const [i, place] of x.entries()) context.lineTo(xOf(place), yOf(y[i]));
  context.stroke();
}

/** The ground shows what is predicted, each point what is true: a point that cannot be told from the ground is right. */
function drawSurface(canvas: HTMLCanvasElement, { actual }: AmountView, ground: Ground<'surface'>): void {
  const { names, side, values, spanX, spanY, at } = ground;
  const axes = [spanX, spanY].map(([low, high]) => within({ ...linearAxis(low, high), low, high }));
  const plot = begin(canvas, axes[0], axes[1], names[0], names[1]);
  if (!plot) return;
  const { context, xOf, yOf, colour, dot } = plot;
  const [low, high] = spanOf(actual, values);
  const [from, middle, to] = ['--ramp-0', '--surface', '--ramp-1'].map((token) => parseHex(colour(token)));
  const mixed = (value: number): readonly number[] => {
    const share = Math.min(1, Math.max(0, (value - low) / (high - low || 1)));
    const [start, end, part] = share < 0.5 ? [from, middle, 2 * share] : [middle, to, 2 * share - 1];
    return start.map((channel, i) => Math.round(channel + (end[i] - channel) * part));
  };
  const small = document.createElement('canvas');
  small.width = small.height = side;
  const grid = new ImageData(side, side);
  for (let cell = 0; cell < side * side; cell++) grid.data.set([...mixed(values[cell]), 255], 4 * cell);
  small.getContext('2d')?.putImageData(grid, 0, 0);
  const [left, top] = [xOf(spanX[0]), yOf(spanY[1])];
  context.drawImage(small, left, top, xOf(spanX[1]) - left, yOf(spanY[0]) - top);
  context.lineWidth = dot / 3;
  context.strokeStyle = colour('--ink');
  for (const [i, amount] of actual.entries()) {
    drawDot(plot, at[2 * i], at[2 * i + 1], `rgb(${mixed(amount).join(' ')})`);
    context.stroke();
  }
}

function drawDot({ context, xOf, yOf, dot }: Plot, x: number, y: number, colour: string): void {
  context.fillStyle = colour;
  context.beginPath();
  context.arc(xOf(x), yOf(y), dot, 0, 2 * Math.PI);
  context.fill();
}

/** Clears the canvas, and draws the axes. Undefined: it gives no picture. */
function begin(
  canvas: HTMLCanvasElement,
  xAxis: Axis,
  yAxis: Axis,
  xName: string,
  yName: string,
): Plot | undefined {
  const context = canvas.getContext('2d');
  if (!context) return undefined;
  const { width, height } = canvas;
  const style = getComputedStyle(document.documentElement);
  const colours = new Map<string, string>();
  const colour = (token: string): string => {
    const known = colours.get(token) ?? style.getPropertyValue(token).trim();
    colours.set(token, known);
    return known;
  };
  const text = Math.max(11, width / 30);
  const box = { left: 4.5 * text, right: width - text, top: 0.8 * text, bottom: height - 3 * text };
  const along = ({ low, high }: Axis, value: number): number => (value - low) / (high - low || 1);
  const xOf = (value: number): number => box.left + along(xAxis, value) * (box.right - box.left);
  const yOf = (value: number): number => box.bottom - along(yAxis, value) * (box.bottom - box.top);
  context.clearRect(0, 0, width, height);
  context.font = `${text}px ${getComputedStyle(document.body).fontFamily}`;
  context.fillStyle = colour('--ink-2');
  context.strokeStyle = colour('--line');
  context.lineWidth = Math.max(1, width / 500);
  context.textBaseline = 'middle';
  context.textAlign = 'end';
  for (const tick of yAxis.ticks) {
    stroke(context, box.left, yOf(tick), box.right, yOf(tick));
    context.fillText(formatTick(tick, yAxis.high), box.left - text / 3, yOf(tick), 2.9 * text);
  }
  context.textAlign = 'center';
  for (const tick of xAxis.ticks) {
    stroke(context, xOf(tick), box.top, xOf(tick), box.bottom);
    context.fillText(formatTick(tick, xAxis.high), xOf(tick), box.bottom + 0.8 * text, 5 * text);
  }
  context.fillText(xName, (box.left + box.right) / 2, height - 0.8 * text, box.right - box.left);
  context.save();
  context.translate(0.7 * text, (box.top + box.bottom) / 2);
  context.rotate(-Math.PI / 2);
  context.fillText(yName, 0, 0, box.bottom - box.top);
  context.restore();
  return { context, xOf, yOf, colour, dot: Math.max(2, width / 130) };
}

function stroke(context: CanvasRenderingContext2D, x0: number, y0: number, x1: number, y1: number): void {
  context.beginPath();
  context.moveTo(x0, y0);
  context.lineTo(x1, y1);
  context.stroke();
}

function within({ low, high, ticks }: Axis): Axis {
  return { low, high, ticks: ticks.filter((tick) => tick >= low && tick <= high) };
}

function spanOf(...lists: readonly Float32Array[]): Span {
  let [low, high] = [Infinity, -Infinity];
  for (const list of lists)
    for (const value of list)
      if (Number.isFinite(value)) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return [low, high];
}

function parseHex(text: string): readonly number[] {
  const value = Number.parseInt(text.replace('#', ''), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
