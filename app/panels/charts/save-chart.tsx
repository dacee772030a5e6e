// Saves a chart as a picture or as its points. A picture shows the chart as it stands, in the colours of the page; the
// points are those of every step.
import { useState } from 'react';
import { Button } from '../../ui/button';
import { download } from '../../ui/download';
import type { ChartProps } from '../../ui/line-chart';
import type { Figures, Row } from '../../bridge/series/run-series';
import { eventFileName, stepRecord, versionRecord } from '../../../src/replica/metrics/event-file';
import { chartCsv, chartJsonl } from './chart-data';
import { chartSvg, pictureSize, type PictureTheme, type PictureWords } from './chart-picture';

/** Pixels of a PNG per unit: sharp on paper, and on screens of twice the density. */
const pngScale = 2;

const kinds = ['SVG', 'PNG', 'CSV', 'JSONL'] as const;

interface Props {
  /** As it is drawn. */
  readonly chart: ChartProps;
  readonly words: PictureWords;
  /** Called when someone saves: the rows of every step. */
  readonly allRows: () => readonly Row[];
  /** All recorded figures of the run, beside those of this chart. */
  readonly all?: { readonly csv: () => string; readonly figures: () => readonly Figures[] };
}

export default function SaveChart(props: Props) {
  const [problem, setProblem] = useState<string>();
  return (
    <>
      {kinds.map((kind) => (
        <Button
          key={kind}
          kind="quiet"
          isSmall
          disabled={props.chart.rows.length === 0}
          aria-label={`Save ${props.words.title} as ${kind}`}
          onClick={() => {
            save(kind, props).then(
              () => setProblem(undefined),
              (error: unknown) => setProblem(`The ${kind} could not be made: ${String(error)}`),
            );
          }}
        >
          {kind}
        </Button>
      ))}
      {props.all ? (
        <>
          <Button
            kind="quiet"
            isSmall
            disabled={props.chart.rows.length === 0}
            aria-label="Save all figures of the run as CSV"
            onClick={() => download('lockstep.csv', 'text/csv', props.all!.csv())}
          >
            All figures
          </Button>
          <Button
            kind="quiet"
            isSmall
            disabled={props.chart.rows.length === 0}
            aria-label="Save all figures of the run for TensorBoard"
            onClick={() => saveEvents(props.all!.figures())}
          >
            TensorBoard
          </Button>
        </>
      ) : null}
      {problem ? <span role="alert">{problem}</span> : null}
    </>
  );
}

function saveEvents(figures: readonly Figures[]): void {
  const startedMs = figures[0]?.atMs ?? 0;
  const file = new Blob([versionRecord(startedMs), ...figures.map(stepRecord)]);
  download(eventFileName(startedMs), 'application/octet-stream', file);
}

async function save(kind: (typeof kinds)[number], { chart, words, allRows }: Props): Promise<void> {
  const name = `lockstep-${words.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
  const picture = (): string => chartSvg(chart, words, themeOfPage());
  switch (kind) {
    case 'SVG':
      return download(`${name}.svg`, 'image/svg+xml', picture());
    case 'PNG':
      return download(`${name}.png`, 'image/png', await toPng(picture()));
    case 'CSV':
      return download(`${name}.csv`, 'text/csv', chartCsv(allRows(), chart.series, chart.xWords));
    case 'JSONL':
      return download(
        `${name}.jsonl`,
        'application/jsonl',
        chartJsonl(allRows(), chart.series, chart.xWords),
      );
    default:
      kind satisfies never;
  }
}

function themeOfPage(): PictureTheme {
  const style = getComputedStyle(document.documentElement);
  return {
    font: getComputedStyle(document.body).fontFamily,
    colour: (token) => style.getPropertyValue(`--${token}`).trim(),
  };
}

async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = pictureSize.width * pngScale;
  canvas.height = pictureSize.height * pngScale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('this browser gives no canvas');
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no picture'))),
      'image/png',
    ),
  );
}
