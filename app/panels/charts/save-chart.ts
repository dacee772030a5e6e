// Saves a chart as a picture or as its points. A picture shows the chart as it stands, in the colours of the page; the
// points are those of every step.
import { t } from '@lingui/core/macro';
import { createElement } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { eventFileName, stepRecord, versionRecord } from '../../../src/replica/metrics/event-file';
import type { Figures } from '../../bridge/series/run-series';
import { download } from '../../ui/download';
import { chartCsv, chartJsonl } from './chart-data';
import { ChartPicture } from './chart-picture';
import type { ChartFileKind, SavedChart } from './saved-chart';

/** Pixels of a PNG per unit: sharp on paper, and on screens of twice the density. */
const pngScale = 2;

export function saveAllFigures(csv: string): void {
  download('lockstep.csv', 'text/csv', csv);
}

export function saveEvents(figures: readonly Figures[]): void {
  const startedMs = figures[0]?.atMs ?? 0;
  const file = new Blob([versionRecord(startedMs), ...figures.map(stepRecord)]);
  download(eventFileName(startedMs), 'application/octet-stream', file);
}

export async function saveChart(kind: ChartFileKind, saved: SavedChart): Promise<void> {
  const { chart, words, allRows } = saved;
  const name = `lockstep-${words.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
  switch (kind) {
    case 'SVG':
      return download(`${name}.svg`, 'image/svg+xml', svgOf(saved));
    case 'PNG':
      return download(`${name}.png`, 'image/png', await toPng(svgOf(saved)));
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

/** The picture as a text, with the colours of the page in place of their names. */
function svgOf({ chart, words }: SavedChart): string {
  const holder = document.createElement('div');
  const root = createRoot(holder);
  const font = getComputedStyle(document.body).fontFamily;
  flushSync(() => root.render(createElement(ChartPicture, { chart, words, font })));
  const style = getComputedStyle(document.documentElement);
  const svg = new XMLSerializer().serializeToString(holder.firstElementChild!);
  root.unmount();
  return svg.replace(/var\((--[\w-]+)\)/g, (_, token: string) => style.getPropertyValue(token).trim());
}

async function toPng(svg: string): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.width * pngScale;
  canvas.height = image.height * pngScale;
  const context = canvas.getContext('2d');
  if (!context) throw new Error(t`this browser gives no canvas`);
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error(t`the canvas gave no picture`))),
      'image/png',
    ),
  );
}
