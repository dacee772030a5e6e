// The figures of one committed step, by name: what a file of metrics holds. The same names stand in every kind of file and in
// the export of the curves.
import type { StepRecord, StepSplit } from '../protocol';

/** undefined, or not finite: not measured in this step. */
export type MetricRow = Readonly<Record<MetricName, number | undefined>>;

export const metricNames = [
  'step',
  /** Epoch ms, at the replica that reports. */
  'atMs',
  'run',
  'examples',
  'loss',
  'accuracy',
  'validationLoss',
  'validationAccuracy',
  'effectiveBatch',
  'learningRate',
  'outerRate',
  'gradientNorm',
  'noiseScale',
  'worldSize',
  'bytesSent',
  'bytesReceived',
  'allReduceMs',
  /** Means over the replicas. */
  'computeMs',
  'overlappedMs',
  'exposedMs',
  'waitingMs',
  'otherMs',
  'wallMs',
] as const;
export type MetricName = (typeof metricNames)[number];

export function metricRow(record: StepRecord): MetricRow {
  const splits = Object.values(record.splits);
  const mean = (part: Exclude<keyof StepSplit, 'waitedFor'>): number | undefined =>
    splits.length === 0 ? undefined : splits.reduce((sum, split) => sum + split[part], 0) / splits.length;
  return {
    step: record.step,
    atMs: record.atMs,
    run: record.run,
    examples: record.examplesTotal,
    loss: record.loss,
    accuracy: record.accuracy,
    validationLoss: record.validation?.loss,
    validationAccuracy: record.validation?.accuracy,
    effectiveBatch: record.effectiveBatch,
    learningRate: record.learningRate,
    outerRate: record.local?.outerRate,
    gradientNorm: record.gradientNorm,
    noiseScale: record.noise?.scale,
    worldSize: record.worldSize,
    bytesSent: record.bytesSent,
    bytesReceived: record.bytesReceived,
    allReduceMs: record.allReduceMs,
    computeMs: mean('computeMs'),
    overlappedMs: mean('overlappedMs'),
    exposedMs: mean('exposedMs'),
    waitingMs: mean('waitingMs'),
    otherMs: mean('otherMs'),
    wallMs: mean('wallMs'),
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
