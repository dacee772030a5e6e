// A chart as a picture that stands alone: the plot as the screen has it, with a title, the names of its axes and a legend. Loaded
// when someone saves one.
import { ChartPlot, strokeOf, usePlot } from '../../ui/chart-plot';
import { useZoom } from '../../ui/chart-view';
import type { ChartProps, LineSeries } from '../../ui/line-chart';
import { textWidth } from '../../ui/text-width';

export interface PictureWords {
  readonly title: string;
  readonly subtitle: string;
  readonly yWords: string;
}

const pictureSize = { width: 960, height: 540 };
/** The space of the title, of the y axis's name, and of the x axis's name and the legend, px. */
const head = 76;
const side = 32;
const edge = 20;
const foot = 76;
const textPx = 13;
const nameRow = 20;
/** The length of a line in the legend, and the space to its name, px. */
const sample = 32;
const besideSample = 8;

interface Props {
  readonly chart: ChartProps;
  readonly words: PictureWords;
  readonly font: string;
}

export function ChartPicture({ chart: shown, words: { title, subtitle, yWords }, font }: Props) {
  const chart = { ...shown, textPx, gutter: edge };
  const { curves, series, isLog, isLogX, xWords } = chart;
  const { width, height: leastHeight } = pictureSize;
  const plot = usePlot(chart, width - side, leastHeight - head - foot, useZoom(chart.group ?? ''));
  const { left, right, top, bottom } = plot;
  const names = placeNames(
    series.filter(({ key }) => curves.last(key) !== undefined),
    side + left,
    side + right,
  );
  const height = leastHeight + nameRow * (names.at(-1)?.row ?? 0);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      fontFamily={font}
      role="img"
      aria-label={title}
    >
      <title>{title}</title>
      <rect width={width} height={height} fill="var(--surface)" />
      <text x={side + left} y={38} fontSize={20} fontWeight={600} fill="var(--ink)">
        {title}
      </text>
      <text x={side + left} y={62} fontSize={14} fill="var(--ink-2)">
        {subtitle}
      </text>
      <g transform={`translate(${side} ${head})`}>
        <ChartPlot chart={chart} plot={plot} />
      </g>
      <g fontSize={14} fill="var(--ink)" textAnchor="middle">
        <text x={side + (left + right) / 2} y={head + bottom + 48}>
          {named(xWords, isLogX)}
        </text>
        <text transform={`translate(24 ${head + (top + bottom) / 2}) rotate(-90)`}>
          {named(yWords, isLog)}
        </text>
      </g>
      {names.map(({ line, words, from, row }) => {
        const y = leastHeight - 14 + nameRow * row;
        return (
          <g key={line.key}>
            <line x1={from} x2={from + sample} y1={y - 4.5} y2={y - 4.5} {...strokeOf(line, textPx)} />
            <text x={from + sample + besideSample} y={y} fontSize={textPx} fill="var(--ink)">
              {words}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

function named(words: string, isLog = false): string {
  return isLog ? `${words} (log)` : words;
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
    const width = sample + besideSample + textWidth(words, textPx);
    if (at > left && at + width > right) [at, row] = [left, row + 1];
    const from = at;
    at += width + 20;
    return { line, words, from, row };
  });
}
