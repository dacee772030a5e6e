// One run's curves: step records in, rows to draw out. A step that does not follow the last begins a new run. The loss
// of the old run is kept, and stays on the chart as a faint line.
import type { RunConfig, StepRecord } from '../../../src/replica/protocol';
import { keptRows } from './decimate';
import { earlierRun, lineAt, type EarlierRun } from './earlier-run';
import { MetricRing } from './metric-ring';
import { smoothed } from './smoothing';

const columns = [
  'step', 'atMs', 'examples', 'loss', 'accuracy', 'effectiveBatch', 'learningRate', 'outerRate', 'validationLoss',
  'validationAccuracy', 'bytesSent', 'allReduceMs', 'worldSize', 'segment',
] as const; // prettier-ignore

export type SeriesColumn = (typeof columns)[number];
export type XAxisKind = 'step' | 'time' | 'examples';

/** Whole records that are kept: for the console API, and for the latest splits. */
const keptRecords = 4096;

export const keptRuns = 3;

export interface Row {
  readonly x: number;
  readonly step: number;
  /** The number of gaps before this row: steps that the ring took while this replica was away. */
  readonly segment: number;
  readonly [series: string]: number | undefined;
}

export interface SeriesRequest {
  readonly key: string;
  readonly column: SeriesColumn;
  /** 0: no smoothing. */
  readonly smoothing?: number;
}

export class RunSeries {
  readonly ring = new MetricRing(columns);
  #records: StepRecord[] = [];
  #earlier: readonly EarlierRun[] = [];
  #config: RunConfig | undefined;
  #version = 0;
  #gaps = 0;

  get version(): number {
    return this.#version;
  }

  get records(): readonly StepRecord[] {
    return this.#records;
  }

  get last(): StepRecord | undefined {
    return this.#records[this.#records.length - 1];
  }

  /** The runs before this one, oldest first. */
  get earlier(): readonly EarlierRun[] {
    return this.#earlier;
  }

  /** `config` is the configuration of the record's run. */
  push(record: StepRecord, config?: RunConfig): void {
    const last = this.last;
    if (last && record.step <= last.step) this.#beginAnew();
    else if (last && record.step > last.step + 1) this.#gaps++;
    this.#config = config ?? this.#config;
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
      outerRate: record.local?.outerRate ?? NaN,
      validationLoss: record.validation?.loss ?? NaN,
      validationAccuracy: record.validation?.accuracy ?? NaN,
      bytesSent: record.bytesSent,
      allReduceMs: record.allReduceMs,
      worldSize: record.worldSize,
      segment: this.#gaps,
    });
    this.#version++;
  }

  #beginAnew(): void {
    const over = earlierRun(this.#config, (kind) => this.x(kind), this.ring.column('loss'));
    if (over) this.#earlier = [...this.#earlier, over].slice(-keptRuns);
    this.#config = undefined;
    this.#records = [];
    this.#gaps = 0;
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

  /** Where a step is on the axis; undefined: before the first kept step, or after the last. */
  xOfStep(step: number, kind: XAxisKind): number | undefined {
    const { ring } = this;
    let low = 0;
    let high = ring.length - 1;
    if (high < 0 || step < ring.at('step', 0) || step > ring.at('step', high)) return undefined;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (ring.at('step', middle) < step) low = middle + 1;
      else high = middle;
    }
    if (kind === 'time') return (ring.at('atMs', low) - ring.at('atMs', 0)) / 1000;
    return ring.at(kind, low);
  }

  /** At most 2·`buckets` rows per series. Every row is complete: each series' value at each kept row, and the loss
   *  of the earlier runs at that x as `earlier0`, `earlier1`, … */
  rows(requests: readonly SeriesRequest[], kind: XAxisKind, buckets: number): Row[] {
    const x = this.x(kind);
    const step = this.ring.column('step');
    const segment = this.ring.column('segment');
    const values = requests.map(({ column, smoothing }) =>
      smoothing ? smoothed(this.ring.column(column), smoothing) : this.ring.column(column),
    );
    return Array.from(keptRows(this.ring.length, values, buckets), (row) => {
      const out: Record<string, number | undefined> = { x: x[row], step: step[row], segment: segment[row] };
      for (let s = 0; s < requests.length; s++) {
        const value = values[s][row];
        out[requests[s].key] = Number.isFinite(value) ? value : undefined;
      }
      this.#earlier.forEach((run, index) => {
        out[`earlier${index}`] = lineAt(run.x[kind], run.loss, x[row]);
      });
      return out as Row;
    });
  }

  toCsv(): string {
    const written = columns.filter((column) => column !== 'segment');
    const lines: string[] = [written.join(',')];
    for (let row = 0; row < this.ring.length; row++) {
      lines.push(written.map((column) => csvNumber(this.ring.at(column, row))).join(','));
    }
    return lines.join('\n') + '\n';
  }
}

function csvNumber(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}
