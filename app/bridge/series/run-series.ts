// One run's curves: step records in, rows to draw out. A step that does not follow the last begins a new run. The loss
// of the old run is kept, and stays on the chart as a faint line.
import type { CurvePoint, RunConfig, StepRecord } from '../../../src/replica/protocol';
import { Curves, type Row } from './curves';
import { keptRows } from './decimate';
import { earlierRun, lineAt, type EarlierRun } from './earlier-run';
import { GrowingExtremes, pieceWidth, rowsOfExtremes } from './growing-extremes';
import { MetricRing } from './metric-ring';
import { beyondOf, GrowingSpread, spreadOf, type Beyond, type Spread } from './outliers';
import { smoothed, SmoothedColumn } from './smoothing';

const columns = [
  'step',
  'atMs',
  'examples',
  'loss',
  'accuracy',
  'effectiveBatch',
  'learningRate',
  'outerRate',
  'validationLoss',
  'validationAccuracy',
  'r2',
  'validationR2',
  'bytesSent',
  'allReduceMs',
  'worldSize',
  'sentInAll',
  'segment',
] as const;

/** The figures that are saved. */
const written = columns.filter((column) => column !== 'segment' && column !== 'sentInAll');

export type SeriesColumn = (typeof columns)[number];
const noFigures = Object.fromEntries(columns.map((column) => [column, NaN])) as Record<SeriesColumn, number>;
export type Figures = Readonly<Record<(typeof written)[number], number>>;
export type XAxisKind = 'step' | 'time' | 'examples' | 'bytes' | 'flop';

/** The part of the x axis that is drawn; undefined: all of it. */
export type XRange = readonly [low: number, high: number] | undefined;

/** Whole records that are kept: for the console API, and for the latest splits. */
const keptRecords = 4096;

const keptRuns = 3;

export interface SeriesRequest {
  readonly key: string;
  readonly column: SeriesColumn;
  /** 0: no smoothing. */
  readonly smoothing?: number;
}

/** The values of a chart's lines at one step. */
export interface Reading {
  readonly x: number;
  readonly values: Readonly<Record<string, { readonly value: number; readonly x: number } | undefined>>;
}

export class RunSeries {
  readonly ring = new MetricRing(columns);
  #records: StepRecord[] = [];
  #earlier: readonly EarlierRun[] = [];
  /** The points before the first record, until it comes. */
  #before: readonly CurvePoint[] = [];
  #config: RunConfig | undefined;
  #version = 0;
  #gaps = 0;
  #sentInAll = 0;
  #flopPerTerm = 0;
  /** Results computed from whole columns. They stay valid while the columns only grow. */
  #smooth = new Map<SeriesColumn, SmoothedColumn>();
  #spreads = new Map<SeriesColumn, GrowingSpread>();
  /** The extremes by column and smoothing. */
  #extremes = new Map<string, GrowingExtremes>();

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

  /** The steps before the first record, as another member saw their loss: a row for each of its points. */
  begin(earlier: readonly CurvePoint[]): void {
    const first = this.#records.at(0);
    this.#before = first ? [] : earlier;
    if (!first || earlier.every(({ step }) => step >= first.step)) return;
    const rows = Array.from({ length: this.ring.length }, (_, row) =>
      Object.fromEntries(columns.map((column) => [column, this.ring.at(column, row)])),
    ) as Record<SeriesColumn, number>[];
    this.#forgetRows();
    const { segment } = rows[0];
    for (const { step, loss, atMs, examples } of earlier)
      if (step < first.step)
        this.ring.push({ ...noFigures, step, loss, atMs, examples, sentInAll: 0, segment });
    for (const row of rows) this.ring.push(row);
  }

  /** `config` is the configuration of the record's run, and `flopPerTerm` that of its model. */
  push(record: StepRecord, config?: RunConfig, flopPerTerm?: number): void {
    const last = this.last;
    if (last && record.step <= last.step) this.#beginAnew();
    else if (last && record.step > last.step + 1) this.#gaps++;
    this.#config = config ?? this.#config;
    this.#flopPerTerm = flopPerTerm ?? this.#flopPerTerm;
    this.#sentInAll += record.bytesSent;
    this.#records.push(record);
    if (this.#records.length > keptRecords * 2) this.#records = this.#records.slice(-keptRecords);
    this.ring.push({
      step: record.step,
      atMs: record.atMs,
      examples: record.examplesTotal,
      loss: record.loss,
      accuracy: record.accuracy ?? NaN,
      r2: record.r2 ?? NaN,
      effectiveBatch: record.effectiveBatch,
      learningRate: record.learningRate,
      outerRate: record.local?.outerRate ?? NaN,
      validationLoss: record.validation?.loss ?? NaN,
      validationAccuracy: record.validation?.accuracy ?? NaN,
      validationR2: record.validation?.r2 ?? NaN,
      bytesSent: record.bytesSent,
      allReduceMs: record.allReduceMs,
      worldSize: record.worldSize,
      sentInAll: this.#sentInAll,
      segment: this.#gaps,
    });
    this.#version++;
    if (this.#before.length > 0) this.begin(this.#before);
  }

  #beginAnew(): void {
    const over = earlierRun(this.#config, (kind) => this.x(kind), this.ring.column('loss'));
    if (over) this.#earlier = [...this.#earlier, over].slice(-keptRuns);
    this.#config = undefined;
    this.#records = [];
    this.#gaps = 0;
    this.#sentInAll = 0;
    this.#flopPerTerm = 0;
    this.#forgetRows();
  }

  #forgetRows(): void {
    this.ring.clear();
    this.#smooth.clear();
    this.#spreads.clear();
    this.#extremes.clear();
    this.#version++;
  }

  /** x of every row: steps, seconds since the first kept step, examples, bytes that this replica sent, or the ring's
   *  floating-point operations (0 while they are not known). */
  x(kind: XAxisKind): Float64Array {
    const { column, from, scale } = this.#axis(kind);
    return from === 0 && scale === 1 ? column : column.map((value) => (value - from) * scale);
  }

  /** x of a row is (column[row] − from) · scale. */
  #axis(kind: XAxisKind): { readonly column: Float64Array; readonly from: number; readonly scale: number } {
    if (kind === 'time')
      return { column: this.ring.column('atMs'), from: this.ring.at('atMs', 0), scale: 1e-3 };
    if (kind === 'bytes') return { column: this.ring.column('sentInAll'), from: 0, scale: 1 };
    if (kind === 'flop') return { column: this.ring.column('examples'), from: 0, scale: this.#flopPerTerm };
    return { column: this.ring.column(kind), from: 0, scale: 1 };
  }

  #xAt(kind: XAxisKind, row: number): number {
    const { column, from, scale } = this.#axis(kind);
    return (column[row] - from) * scale;
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
    return this.#xAt(kind, low);
  }

  /** The points of every step: those of `curves`, and all between them. */
  rows(requests: readonly SeriesRequest[], kind: XAxisKind, range?: XRange): Row[] {
    return this.curves(requests, kind, Infinity, range).rows();
  }

  /** The curves, with at most 2·`buckets` rows per series. Every row is complete: each series' value at each kept row,
   *  and beside the loss that of the earlier runs at that x as `earlier0`, `earlier1`, … */
  curves(
    requests: readonly SeriesRequest[],
    kind: XAxisKind,
    buckets: number,
    range?: XRange,
    isLogX = false,
  ): Curves {
    const { ring } = this;
    const values = requests.map(({ column, smoothing }) =>
      smoothing ? this.#smoothed(column, smoothing) : this.ring.column(column),
    );
    const [from, to] = range ? rowsIn(this.x(kind), range) : [0, ring.length];
    const isWhole = !range && !isLogX && ring.dropped === 0 && to > 2 * buckets;
    const extremes = isWhole ? this.#extremesOf(requests, values, buckets) : [];
    const kept = isWhole
      ? rowsOfExtremes(ring.length, pieceWidth(ring.length, buckets), extremes)
      : keptRows(to, values, buckets, from, isLogX);
    const axis = this.#axis(kind);
    const x = pick(axis.column, kept);
    for (let row = 0; row < x.length; row++) x[row] = (x[row] - axis.from) * axis.scale;
    const lines: Record<string, Float64Array> = {};
    const points: Record<string, Uint8Array> = {};
    for (const [at, { key }] of requests.entries()) {
      lines[key] = pick(values[at], kept);
      if (requests[at].smoothing && to - from > buckets) points[key] = evenly(kept, (to - from) / buckets);
      else if (isWhole) points[key] = extremes[at].among(kept);
    }
    if (requests.some(({ column }) => column === 'loss'))
      for (const [at, run] of this.#earlier.entries())
        lines[`earlier${at}`] = x.map((value) => lineAt(run.x[kind], run.loss, value) ?? NaN);
    const [step, segment] = [pick(ring.column('step'), kept), pick(ring.column('segment'), kept)];
    return new Curves({ x, step, segment }, lines, points);
  }

  /** The values at the step nearest to `at`, drawn or not. A line without a value there is read at the nearest step
   *  with one. */
  readAt(requests: readonly SeriesRequest[], kind: XAxisKind, at: number): Reading | undefined {
    const { column: steps, from, scale } = this.#axis(kind);
    if (steps.length === 0) return undefined;
    const row = nearestIn(steps, at / scale + from);
    const x = this.#xAt(kind, row);
    const values: Record<string, Reading['values'][string]> = {};
    for (const [index, run] of this.#earlier.entries()) {
      const value = lineAt(run.x[kind], run.loss, x);
      values[`earlier${index}`] = value === undefined ? undefined : { value, x };
    }
    for (const { key, column, smoothing } of requests) {
      const line = smoothing ? this.#smoothed(column, smoothing) : this.ring.column(column);
      const near = nearestFinite(line, row);
      values[key] = near === undefined ? undefined : { value: line[near], x: this.#xAt(kind, near) };
    }
    return { x, values };
  }

  #extremesOf(
    requests: readonly SeriesRequest[],
    values: readonly Float64Array[],
    buckets: number,
  ): GrowingExtremes[] {
    const width = pieceWidth(this.ring.length, buckets);
    return requests.map(({ column, smoothing = 0 }, at) => {
      const key = `${column} ${smoothing} ${buckets}`;
      const known = this.#extremes.get(key) ?? new GrowingExtremes();
      this.#extremes.set(key, known);
      known.read(values[at], width);
      return known;
    });
  }

  #smoothed(column: SeriesColumn, smoothing: number): Float64Array {
    const values = this.ring.column(column);
    if (this.ring.dropped > 0) return smoothed(values, smoothing);
    let known = this.#smooth.get(column);
    if (known?.smoothing !== smoothing) this.#smooth.set(column, (known = new SmoothedColumn(smoothing)));
    return known.of(values);
  }

  /** The first and the last x; undefined before there are two. */
  span(kind: XAxisKind): readonly [low: number, high: number] | undefined {
    const last = this.ring.length - 1;
    return last > 0 ? [this.#xAt(kind, 0), this.#xAt(kind, last)] : undefined;
  }

  /** What a chart of the column must show, without its outliers. */
  spread(column: SeriesColumn, kind: XAxisKind, range?: XRange): Spread {
    const values = this.ring.column(column);
    if (range || this.ring.dropped > 0) return spreadOf(values.subarray(...rowsIn(this.x(kind), range)));
    const known = this.#spreads.get(column) ?? new GrowingSpread();
    this.#spreads.set(column, known);
    return known.of(values);
  }

  /** Values that a chart with this y axis does not show. */
  beyond(column: SeriesColumn, kind: XAxisKind, range: XRange, axis: Pick<Spread, 'low' | 'high'>): Beyond {
    const values = this.ring.column(column);
    return beyondOf(range ? values.subarray(...rowsIn(this.x(kind), range)) : values, axis);
  }

  /** Every kept step. A figure that was not measured is NaN. */
  figures(): Figures[] {
    return Array.from(
      { length: this.ring.length },
      (_, row) =>
        Object.fromEntries(
          written.map((column) => [column, this.ring.at(column, row)]),
        ) as unknown as Figures,
    );
  }

  toCsv(): string {
    const lines: string[] = [written.join(',')];
    for (let row = 0; row < this.ring.length; row++) {
      lines.push(written.map((column) => csvNumber(this.ring.at(column, row))).join(','));
    }
    return lines.join('\n') + '\n';
  }
}

function pick(column: Float64Array, rows: Uint32Array): Float64Array {
  const picked = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) picked[at] = column[rows[at]];
  return picked;
}

function csvNumber(value: number): string {
  return Number.isFinite(value) ? String(value) : '';
}

/** The rows within the range, and one on each side, so that lines reach the edges. */
function rowsIn(x: Float64Array, range: XRange): readonly [from: number, to: number] {
  if (!range) return [0, x.length];
  return [Math.max(0, firstAtLeast(x, range[0]) - 1), Math.min(x.length, firstAtLeast(x, range[1]) + 2)];
}

function nearestIn(ascending: Float64Array, at: number): number {
  const after = Math.min(firstAtLeast(ascending, at), ascending.length - 1);
  return after > 0 && at - ascending[after - 1] < ascending[after] - at ? after - 1 : after;
}

function nearestFinite(values: Float64Array, row: number): number | undefined {
  for (let away = 0; away < values.length; away++) {
    if (Number.isFinite(values[row - away])) return row - away;
    if (Number.isFinite(values[row + away])) return row + away;
  }
  return undefined;
}

function firstAtLeast(x: Float64Array, least: number): number {
  let low = 0;
  let high = x.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[middle] < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The points of a smoothed line: the first kept row of each even piece. The extremes of pieces would be a zigzag. */
function evenly(kept: Uint32Array, width: number): Uint8Array {
  let piece = -1;
  return Uint8Array.from(kept, (row) => {
    const at = Math.floor(row / width);
    if (at === piece) return 0;
    piece = at;
    return 1;
  });
}
