// One run's curves: step records in, rows to draw out. A step that does not follow the last begins a new run; the
// old run's loss is kept, so that it can stay on the chart as a faint line.
import type { StepRecord } from '../../src/replica/protocol';
import { keptRows } from './decimate';
import { MetricRing } from './metric-ring';
import { debiasedEma } from './smoothing';

const columns = [
  'step', 'atMs', 'examples', 'loss', 'accuracy', 'effectiveBatch', 'learningRate', 'validationLoss',
  'validationAccuracy', 'bytesSent', 'allReduceMs', 'worldSize',
] as const; // prettier-ignore

export type SeriesColumn = (typeof columns)[number];
export type XAxisKind = 'step' | 'time' | 'examples';

/** Records kept whole: for the console API, and for the latest splits. */
const keptRecords = 4096;

export interface Row {
  readonly x: number;
  readonly step: number;
  readonly [series: string]: number | undefined;
}

export interface SeriesRequest {
  readonly key: string;
  readonly column: SeriesColumn;
  /** 0: the values themselves. */
  readonly smoothing?: number;
}

export class RunSeries {
  readonly ring = new MetricRing(columns);
  #records: StepRecord[] = [];
  #version = 0;

  get version(): number {
    return this.#version;
  }

  get records(): readonly StepRecord[] {
    return this.#records;
  }

  get last(): StepRecord | undefined {
    return this.#records[this.#records.length - 1];
  }

  push(record: StepRecord): void {
    const last = this.last;
    if (last && record.step <= last.step) this.clear();
    this.#records.push(record);
    if (this.#records.length > keptRecords * 2) this.#records = this.#records.slice(-keptRecords);
    this.ring.push({
      step: record.step,
      atMs: record.atMs,
      examples: record.examplesTotal,
      loss: record.loss,
      accuracy: record.accuracy,
      effectiveBatch: record.effectiveBatch,
      learningRate: record.learningRate,
      validationLoss: record.validation?.loss ?? NaN,
      validationAccuracy: record.validation?.accuracy ?? NaN,
      bytesSent: record.bytesSent,
      allReduceMs: record.allReduceMs,
      worldSize: record.worldSize,
    });
    this.#version++;
  }

  clear(): void {
    this.#records = [];
    this.ring.clear();
    this.#version++;
  }

  /** x of every row: steps, seconds since the first kept step, or examples. */
  x(kind: XAxisKind): Float64Array {
    if (kind === 'step') return this.ring.column('step');
    if (kind === 'examples') return this.ring.column('examples');
    const atMs = this.ring.column('atMs');
    return atMs.map((value) => (value - atMs[0]) / 1000);
  }

  /** At most 2·`buckets` rows per series, every one complete: each series' value at each kept row. */
  rows(requests: readonly SeriesRequest[], kind: XAxisKind, buckets: number): Row[] {
    const x = this.x(kind);
    const step = this.ring.column('step');
    const values = requests.map(({ column, smoothing }) =>
      smoothing ? debiasedEma(this.ring.column(column), smoothing) : this.ring.column(column),
    );
    return Array.from(keptRows(this.ring.length, values, buckets), (row) => {
      const out: Record<string, number | undefined> = { x: x[row], step: step[row] };
      for (let s = 0; s < requests.length; s++) {
        const value = values[s][row];
        out[requests[s].key] = Number.isFinite(value) ? value : undefined;
      }
      return out as Row;
    });
  }

  toCsv(): string {
    const lines: string[] = [columns.join(',')];
    for (let row = 0; row < this.ring.length; row++) {
      lines.push(columns.map((column) => csvNumber(this.ring.at(column, row))).join(','));
    }
    return lines.join('\n') + '\n';
  }
}

function csvNumber(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}
