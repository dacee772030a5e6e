// A chart as an SVG file that stands alone: title, axes with their names, grid, lines, marks and a legend, in plain
// attributes. Loaded when someone saves one.
import type { ChartMark } from '../../ui/chart-marks';
import { linearAxis, logAxis, spanAxis, thinTicks, type Axis } from '../../ui/axis';
import type { ChartProps, LineSeries } from '../../ui/line-chart';
import { logPlacing, logSpanAxis, plainPlacing } from '../../ui/log-span';
import { linePaths, tenth, type Scale } from '../../ui/line-path';

export interface PictureWords {
  readonly title: string;
  readonly subtitle: string;
  readonly yWords: string;
}

export interface PictureTheme {
  readonly font: string;
  /** 'blue', 'ink', 'surface' … to a colour. */
  readonly colour: (token: string) => string;
}

const pictureSize = { width: 960, height: 540 };

const margin = { top: 86, right: 28, bottom: 96, left: 84 };
const letterWidth = 0.6; // of the font size: no browser lays the text out
const tickSize = 13;
const leastBetweenTicks = 18;
const legendSize = 13;
const legendRow = 20;

export function chartSvg(chart: ChartProps, words: PictureWords, theme: PictureTheme): string {
  const { curves, series, isLog = false, yRange, yData, xWords, marks = [] } = chart;
  const { formatX, formatY, formatXTick = formatX, formatYTick = formatY } = chart;
  const { width } = pictureSize;
  const [left, right, top, bottom] = [
    margin.left,
    width - margin.right,
    margin.top,
    pictureSize.height - margin.bottom,
  ];
  const x = xAxisOf(chart, right - left, formatXTick);
  const y = yAxisOf(chart, isLog, yRange ?? yData);
  const place = isLog ? Math.log10 : (value: number): number => value;
  const placing = chart.isLogX ? logPlacing(x.low, x.high) : plainPlacing;
  const [begin, end] = [placing.to(x.low), placing.to(x.high)];
  const scale: Scale = {
    x: (value) => left + ((placing.to(value) - begin) / (end - begin)) * (right - left),
    y: (value) => {
      const inside = isLog ? Math.max(value, y.low) : value;
      return bottom - ((place(inside) - place(y.low)) / (place(y.high) - place(y.low))) * (bottom - top);
    },
  };
  const largest = (axis: Axis): number =>
    axis.ticks.reduce((most, tick) => Math.max(most, Math.abs(tick)), 0);
  const text = (at: string, size: number, colour: string, words: string): string =>
    `<text ${at} font-size="${size}" fill="${theme.colour(colour)}">${escaped(words)}</text>`;
  const drawn = series.filter(({ key }) => curves.last(key) !== undefined);
  const names = placeNames(drawn, left, right);
  const height = pictureSize.height + legendRow * (names.at(-1)?.row ?? 0);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(theme.font)}" role="img" aria-label="${escaped(words.title)}">`,
    `<title>${escaped(words.title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${theme.colour('surface')}"/>`,
    text(`x="${left}" y="38" font-weight="600"`, 20, 'ink', words.title),
    text(`x="${left}" y="62"`, 14, 'ink-2', words.subtitle),
    ...y.ticks.flatMap((tick) => {
      const at = tenth(scale.y(tick));
      return [
        `<line x1="${left}" x2="${right}" y1="${at}" y2="${at}" stroke="${theme.colour('line')}"/>`,
        text(
          `x="${left - 10}" y="${tenth(at + 4.5)}" text-anchor="end"`,
          tickSize,
          'ink-2',
          formatYTick(tick, isLog ? Math.abs(tick) : largest(y)),
        ),
      ];
    }),
    `<line x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}" stroke="${theme.colour('line-strong')}"/>`,
    ...x.ticks.map((tick) =>
      text(
        `x="${tenth(scale.x(tick))}" y="${bottom + 20}" text-anchor="middle"`,
        tickSize,
        'ink-2',
        formatXTick(tick, chart.isLogX ? tick : largest(x)),
      ),
    ),
    text(
      `x="${(left + right) / 2}" y="${bottom + 44}" text-anchor="middle"`,
      14,
      'ink',
      xWords + (chart.isLogX ? ' (log)' : ''),
    ),
    text(
      `transform="translate(22 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle"`,
      14,
      'ink',
      words.yWords + (isLog ? ' (log)' : ''),
    ),
    `<clipPath id="plot"><rect x="${left}" y="${top - 3}" width="${right - left}" height="${bottom - top + 6}"/></clipPath>`,
    `<g clip-path="url(#plot)" fill="none" stroke-linejoin="round">`,
    ...drawn.map((line) => lineOf(line, chart, scale, theme)),
    '</g>',
    ...marksOf(marks, scale, x, [top, bottom], theme),
    ...legend(names, pictureSize.height - 22, theme),
    '</svg>\n',
  ].join('\n');
}

function lineOf(line: LineSeries, { curves }: ChartProps, scale: Scale, theme: PictureTheme): string {
  const { key, isStep = false, isEarlier = false, marker } = line;
  const colour = theme.colour(line.colour);
  if (marker)
    return curves
      .rows()
      .flatMap((row) =>
        row[key] === undefined
          ? []
          : [
              `<circle cx="${tenth(scale.x(row.x))}" cy="${tenth(scale.y(row[key]))}" r="4.5" fill="${colour}"/>`,
            ],
      )
      .join('');
  const [path] = linePaths(curves, [{ key, isStep, isBroken: !isEarlier }], scale);
  return `<path d="${path}" ${strokeOf(line, colour)}/>`;
}

function strokeOf({ isFaint = false, isEarlier = false, dash }: LineSeries, colour: string): string {
  const width = isFaint ? 1 : isEarlier ? 1.5 : 2.25;
  return `stroke="${colour}" stroke-width="${width}"${isFaint ? ' stroke-opacity="0.45"' : ''}${dash ? ` stroke-dasharray="${dash}"` : ''}`;
}

function marksOf(
  marks: readonly ChartMark[],
  scale: Scale,
  x: Axis,
  [top, bottom]: readonly [number, number],
  theme: PictureTheme,
): string[] {
  return marks
    .filter((mark) => mark.x >= x.low && mark.x <= x.high)
    .map((mark) => {
      const at = tenth(scale.x(mark.x));
      return (
        `<line x1="${at}" x2="${at}" y1="${top}" y2="${bottom}" stroke="${theme.colour('ink-3')}" stroke-dasharray="1 3"/>` +
        `<text transform="translate(${at - 4} ${top + 4}) rotate(-90)" text-anchor="end" font-size="11" fill="${theme.colour('ink-2')}">${escaped(mark.label)}</text>`
      );
    });
}

interface LegendName {
  readonly line: LineSeries;
  readonly words: string;
  readonly from: number;
  readonly row: number;
}

/** A name that does not fit beside the others begins a new row. */
function placeNames(series: readonly LineSeries[], left: number, right: number): LegendName[] {
  let [at, row] = [left, 0];
  return series.map((line) => {
    const words = line.fullLabel ?? line.label;
    const width = 40 + words.length * legendSize * letterWidth;
    if (at > left && at + width > right) [at, row] = [left, row + 1];
    const from = at;
    at += width + 20;
    return { line, words, from, row };
  });
}

function legend(names: readonly LegendName[], top: number, theme: PictureTheme): string[] {
  return names.map(({ line, words, from, row }) => {
    const y = top + legendRow * row;
    const colour = theme.colour(line.colour);
    const sample = line.marker
      ? `<circle cx="${from + 16}" cy="${y - 4.5}" r="4.5" fill="${colour}"/>`
      : `<line x1="${from}" x2="${from + 32}" y1="${y - 4.5}" y2="${y - 4.5}" ${strokeOf(line, colour)}/>`;
    return `${sample}<text x="${tenth(from + 40)}" y="${y}" font-size="${legendSize}" fill="${theme.colour('ink')}">${escaped(words)}</text>`;
  });
}

function xAxisOf(
  { curves, isXCounted, isLogX }: ChartProps,
  width: number,
  format: (tick: number, largest: number) => string,
): Axis {
  const first = curves.length > 0 ? curves.x[0] : 0;
  const last = curves.length > 1 ? curves.x[curves.length - 1] : first + 1;
  if (isLogX) {
    const { to } = logPlacing(first, last);
    const letters = Math.max(
      ...logSpanAxis(first, last, 0, isXCounted).ticks.map((tick) => format(tick, tick).length),
      0,
    );
    const px = letters * tickSize * letterWidth + leastBetweenTicks;
    return logSpanAxis(first, last, (px / width) * (to(last) - to(first)), isXCounted);
  }
  const axis = spanAxis(first, last, isXCounted);
  const largest = axis.ticks.reduce((most, tick) => Math.max(most, Math.abs(tick)), 0);
  const letters = axis.ticks.reduce((most, tick) => Math.max(most, format(tick, largest).length), 0);
  const leastPx = letters * tickSize * letterWidth + leastBetweenTicks;
  return thinTicks(axis, (leastPx / width) * (axis.high - axis.low));
}

function yAxisOf(
  { curves, series }: ChartProps,
  isLog: boolean,
  data: readonly [number, number] | undefined,
): Axis {
  const keys = series.map(({ key }) => key);
  const [low, high] = data ?? curves.range(keys, isLog ? 0 : undefined);
  if (isLog) return logAxis(low, high);
  return linearAxis(low > 0 && low < 0.6 * high ? 0 : low, high, 6);
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
