// The figures of one committed step, by name: what a file of metrics holds. The same names stand in every kind of file and in
// the export of the curves.
import type { StepRecord, StepSplit } from '../protocol';

/** undefined, or not finite: not measured in this step. */
type Figure = (record: StepRecord) => number | undefined;

const figures = {
  step: ({ step }) => step,
  /** Epoch ms, at the replica that reports. */
  atMs: ({ atMs }) => atMs,
  run: ({ run }) => run,
  examples: ({ examplesTotal }) => examplesTotal,
  loss: ({ loss }) => loss,
  accuracy: ({ accuracy }) => accuracy,
  /** R² of amounts, in place of an accuracy. */
  r2: ({ r2 }) => r2,
  validationLoss: ({ validation }) => validation?.loss,
  validationAccuracy: ({ validation }) => validation?.accuracy,
  validationR2: ({ validation }) => validation?.r2,
  effectiveBatch: ({ effectiveBatch }) => effectiveBatch,
  learningRate: ({ learningRate }) => learningRate,
  outerRate: ({ local }) => local?.outerRate,
  gradientNorm: ({ gradientNorm }) => gradientNorm,
  noiseScale: ({ noise }) => noise?.scale,
  worldSize: ({ worldSize }) => worldSize,
  bytesSent: ({ bytesSent }) => bytesSent,
  bytesReceived: ({ bytesReceived }) => bytesReceived,
  allReduceMs: ({ allReduceMs }) => allReduceMs,
  computeMs: meanOf('computeMs'),
  overlappedMs: meanOf('overlappedMs'),
  exposedMs: meanOf('exposedMs'),
  waitingMs: meanOf('waitingMs'),
  otherMs: meanOf('otherMs'),
  wallMs: meanOf('wallMs'),
} satisfies Readonly<Record<string, Figure>>;

export type MetricName = keyof typeof figures;
export const metricNames = Object.keys(figures) as readonly MetricName[];
export type MetricRow = Readonly<Record<MetricName, number | undefined>>;

export function metricRow(record: StepRecord): MetricRow {
  return Object.fromEntries(metricNames.map((name) => [name, figures[name](record)])) as MetricRow;
}

/** The mean over the replicas. */
function meanOf(part: Exclude<keyof StepSplit, 'waitedFor'>): Figure {
  return ({ splits }) => {
    const all = Object.values(splits);
    return all.length === 0 ? undefined : all.reduce((sum, split) => sum + split[part], 0) / all.length;
  };
}

/**
 * Metrics as text: CSV (RFC 4180, without quotes: all values are numbers) and JSON Lines. What was not measured is empty in
 * CSV, and absent in JSON.
 */
export const csvHead = `${metricNames.join(',')}\n`;

export function csvLine(row: MetricRow): string {
  return `${metricNames.map((name) => (isMeasured(row[name]) ? String(row[name]) : '')).join(',')}\n`;
}

export function jsonLine(row: MetricRow): string {
  const measured = metricNames.flatMap((name) => (isMeasured(row[name]) ? [[name, row[name]]] : []));
  return `${JSON.stringify(Object.fromEntries(measured))}\n`;
}

function isMeasured(value: number | undefined): boolean {
  return value !== undefined && Number.isFinite(value);
}
