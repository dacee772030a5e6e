// `--metrics FILE`: the figures of every step, written while the run trains. A file that is there already is never
// overwritten. A write that fails ends the writing, not the run.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Result } from '../../base/result';
import { eventFileName, stepRecord, versionRecord } from '../../replica/metrics/event-file';
import { csvHead, csvLine, jsonLine, metricRow, type MetricRow } from '../../replica/metrics/metric-row';
import type { StepRecord } from '../../replica/protocol';
import { BadOption } from '../options/command-line';

export type MetricsTarget = {
  readonly kind: 'csv' | 'jsonl' | 'tensorboard';
  /** The path of the file; of the folder that it comes into where `isFolder`. */
  readonly path: string;
  readonly isFolder: boolean;
};

const endings: Readonly<Record<string, MetricsTarget['kind'] | undefined>> = {
  '.csv': 'csv',
  '.jsonl': 'jsonl',
  '.tfevents': 'tensorboard',
};

/** The ending chooses the target; without one it is a folder for TensorBoard. Throws BadOption. */
export function metricsTarget(text: string): MetricsTarget {
  const ending = path.extname(text).toLowerCase();
  if (text !== '' && (ending === '' || /[/\\]$/.test(text)))
    return { kind: 'tensorboard', path: text, isFolder: true };
  const kind = endings[ending];
  if (kind) return { kind, path: text, isFolder: false };
  throw new BadOption(
    `--metrics is FILE.csv, FILE.jsonl, FILE.tfevents, or a folder for TensorBoard, without an ending; not '${text}'`,
  );
}

type Kind = MetricsTarget['kind'];

const lines: Readonly<Record<Kind, (row: MetricRow) => string | Uint8Array>> = {
  csv: csvLine,
  jsonl: jsonLine,
  tensorboard: stepRecord,
};

export class MetricsFile {
  #file: number | undefined;
  #problem: string | undefined;

  private constructor(
    readonly kind: Kind,
    readonly path: string,
    file: number,
    readonly write: (file: number, bytes: Uint8Array, offset: number) => number,
  ) {
    this.#file = file;
  }

  /** Makes folders that are missing. */
  static open(
    target: MetricsTarget,
    epochMs: number,
    write: (file: number, bytes: Uint8Array, offset: number) => number = writeSync,
  ): Result<MetricsFile, 'no-file'> {
    const { kind } = target;
    const file = target.isFolder ? path.join(target.path, eventFileName(epochMs)) : target.path;
    try {
      mkdirSync(path.dirname(file), { recursive: true });
      const metrics = new MetricsFile(kind, file, openSync(file, 'wx'), write);
      if (kind === 'csv') metrics.#write(csvHead);
      if (kind === 'tensorboard') metrics.#write(versionRecord(epochMs));
      return ok(metrics);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      return fail(
        'no-file',
        code === 'EEXIST' ? `${file} is there already: give --metrics another name` : message,
      );
    }
  }

  add(records: readonly StepRecord[]): void {
    for (const record of records) this.#write(lines[this.kind](metricRow(record)));
  }

  /** undefined: all was written. */
  close(): string | undefined {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
    return this.#problem;
  }

  #write(content: string | Uint8Array): void {
    if (this.#file === undefined) return;
    try {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      for (let at = 0; at < bytes.length;) at += this.write(this.#file, bytes, at);
    } catch (error) {
      this.#problem = `the metrics end early in ${this.path}: ${(error as Error).message}`;
      closeSync(this.#file);
      this.#file = undefined;
    }
  }
}
