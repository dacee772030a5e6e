// Metrics as text: CSV (RFC 4180, without quotes: all values are numbers) and JSON Lines. What was not measured is empty in
// CSV, and absent in JSON.
import { metricNames, type MetricRow } from './metric-row';

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
