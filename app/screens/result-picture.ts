// The result of a run as one picture, made on this device: what the model has learned beside the loss. Loaded when someone
// shares it.
import type { Sample } from '../../src/replica/protocol';
import type { RunSeries } from '../bridge/series/run-series';
import { formatTick } from '../bridge/words/format';
import { drawAgainst } from '../panels/sample/draw-amounts';
import { drawBoundary, drawDigit } from '../panels/sample/draw-sample';
import { linearAxis } from '../ui/axis';

const size = { width: 1200, height: 630 };
const edge = 48;
const top = 150;
const side = size.height - top - edge;
/** Digits in a row of the picture, and rows of them. */
const digitColumns = 6;
const points = 240;

export interface ResultWords {
  readonly title: string;
  readonly detail: string;
  readonly loss: string;
}

/** Rejects where the browser gives no canvas. */
export async function resultPicture(
  sample: Sample | undefined,
  series: RunSeries,
  words: ResultWords,
): Promise<Blob> {
  const canvas = canvasOf(size.width, size.height);
  const context = canvas.getContext('2d')!;
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const font = getComputedStyle(document.body).fontFamily;
  context.fillStyle = token('--surface');
  context.fillRect(0, 0, size.width, size.height);
  context.fillStyle = token('--ink');
  context.font = `600 40px ${font}`;
  context.fillText(words.title, edge, 74, size.width - 2 * edge);
  context.font = `24px ${font}`;
  context.fillStyle = token('--ink-2');
  context.fillText(words.detail, edge, 114, size.width - 2 * edge);
  if (sample) drawModel(context, sample, font, token('--ink'));
  context.fillStyle = context.strokeStyle = token('--ink-2');
  context.font = `20px ${font}`;
  drawLoss(context, series, words.loss, sample ? 2 * edge + side : edge, token('--blue'));
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  return canvas;
}

function drawModel(context: CanvasRenderingContext2D, sample: Sample, font: string, ink: string): void {
  switch (sample.kind) {
    case 'boundary': {
      const model = canvasOf(2 * side, 2 * side);
      drawBoundary(model, sample);
      return context.drawImage(model, edge, top, side, side);
    }
    case 'amounts': {
      const model = canvasOf(2 * side, 2 * side);
      drawAgainst(model, sample);
      return context.drawImage(model, edge, top, side, side);
    }
    case 'digits': {
      const cell = side / digitColumns;
      const digit = canvasOf(sample.side, sample.side);
      const count = Math.min(sample.labels.length, digitColumns * digitColumns);
      for (let index = 0; index < count; index++) {
        drawDigit(digit, sample, index);
        const [column, row] = [index % digitColumns, Math.floor(index / digitColumns)];
        context.drawImage(digit, edge + column * cell, top + row * cell, cell - 6, cell - 6);
      }
      return;
    }
    case 'text': {
      context.fillStyle = ink;
      context.font = `20px ${font}`;
      const lines = (sample.prompt + sample.continuation).match(/[^\n]{1,38}/g) ?? [];
      for (const [row, line] of lines.slice(0, 15).entries())
        context.fillText(line, edge, top + 24 + 28 * row, side);
      return;
    }
    default:
      sample satisfies never;
  }
}

function drawLoss(
  context: CanvasRenderingContext2D,
  series: RunSeries,
  words: string,
  left: number,
  colour: string,
): void {
  const curves = series.curves([{ key: 'loss', column: 'loss', smoothing: 0.95 }], 'step', points);
  const line = curves.line('loss');
  const { low, high, ticks } = linearAxis(0, curves.range(['loss'])[1]);
  const [from, to] = [curves.x[0] ?? 0, curves.x.at(-1) ?? 1];
  const plot = { left: left + 64, right: size.width - edge, top: top + 34, bottom: size.height - edge - 30 };
  const xOf = (x: number): number => plot.left + ((x - from) / (to - from || 1)) * (plot.right - plot.left);
  const yOf = (y: number): number => plot.bottom - ((y - low) / (high - low)) * (plot.bottom - plot.top);
  context.fillText(words, left, top + 16);
  context.lineWidth = 1;
  for (const tick of ticks) {
    context.globalAlpha = 0.3;
    context.strokeRect(plot.left, yOf(tick), plot.right - plot.left, 0);
    context.globalAlpha = 1;
    context.fillText(formatTick(tick, high), left, yOf(tick) + 7, 56);
  }
  context.strokeStyle = colour;
  context.lineWidth = 4;
  context.lineJoin = 'round';
  context.beginPath();
  for (let row = 0; row < line.length; row++)
    if (Number.isFinite(line[row])) context.lineTo(xOf(curves.x[row]), yOf(line[row]));
  context.stroke();
}
