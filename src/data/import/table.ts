// A table as examples, in two passes over the file: the first learns what the columns hold, the second passes inputs and
// labels on, one example at a time and only as many as fit. Nothing is kept here, so a file of any size can be read.
import { sayOfFile } from '../../base/file-sayings';
import { fail, ok, type Result } from '../../base/result';
import { isMissing, isNumber } from './cells';
import { ColumnProfile } from './column-profile';
import type { RowSource } from './rows';
import { type ColumnUse, planTable, type TablePlan, widthOf } from './table-plan';

export interface Table {
  readonly plan: TablePlan;
  /** Passed on. */
  readonly examples: number;
  readonly classNames: readonly string[];
  /** Rows without a class. */
  readonly rowsLeftOut: number;
  /** The file goes on after the last row that was read. */
  readonly hasMore: boolean;
}

/** `inputs`: (plan.inputs), and valid only now. `label`: a place among the class names. */
export type TakeExample = (inputs: Float32Array<ArrayBuffer>, label: number) => void;

export interface TableLimits {
  /** Of all inputs together; an f32 each. */
  readonly values: number;
  readonly rows: number;
}

/** 128 MiB: a replica's Worker holds it next to the model. */
export const tableLimits: TableLimits = { values: 2 ** 25, rows: 2 ** 21 };

/** `begin` is told how many examples of how many inputs will come, and says who takes them. `onRows` hears of the rows read
 *  so far, of both passes together. */
export async function readTable(
  source: RowSource,
  wanted: string | undefined,
  name: string,
  begin: (examples: number, width: number) => TakeExample,
  limits = tableLimits,
  onRows: (rows: number) => void = () => undefined,
): Promise<Result<Table, 'bad-file'>> {
  const profiles = source.columns.map((column) => new ColumnProfile(column));
  const most = Math.min(limits.rows, Math.floor(limits.values / profiles.length));
  let rows = 0;
  let hasMore = false;
  const profiled = await source.read((cells, line) => {
    if (rows === most) {
      hasMore = true;
      return false;
    }
    rows++;
    if (rows % 10_000 === 0) onRows(rows);
    for (const [at, profile] of profiles.entries()) profile.add(cells[at], line);
    return true;
  });
  if (!profiled.ok) return profiled;
  if (rows === 0) return fail('bad-file', ...sayOfFile('no-rows', name));
  const planned = planTable(profiles, wanted, name);
  if (!planned.ok) return planned;
  const { uses, inputs: width } = planned.value;
  const classAt = uses.findIndex(({ kind }) => kind === 'classes');
  const kept = rows - profiles[classAt].missing;
  const examples = Math.min(kept, Math.floor(limits.values / width));
  const take = begin(examples, width);
  const inputs = new Float32Array(width);
  const writers = uses.map(writerOf);
  let written = 0;
  let read = 0;
  const filled = await source.read((cells) => {
    if (read === rows || written === examples) return false;
    read++;
    if (read % 10_000 === 0) onRows(rows + read);
    if (isMissing(cells[classAt].trim())) return true;
    inputs.fill(0);
    let label = 0;
    let at = 0;
    for (const [column, write] of writers.entries()) {
      const cell = cells[column].trim();
      if (column === classAt) label = write(cell, inputs, at);
      else {
        write(cell, inputs, at);
        at += widthOf(uses[column]);
      }
    }
    take(inputs, label);
    written++;
    return true;
  });
  if (!filled.ok) return filled;
  if (written !== examples) return fail('bad-file', ...sayOfFile('file-changed', name));
  const classes = uses[classAt];
  return ok({
    plan: planned.value,
    examples,
    classNames: classes.kind === 'classes' ? classes.values : [],
    rowsLeftOut: rows - kept,
    hasMore: hasMore || kept > examples,
  });
}

/** Writes one cell's inputs from `at` on; a gap is the mean, or none of the categories. Returns the cell's place among the
 *  column's values, or 0. */
type Write = (cell: string, inputs: Float32Array, at: number) => number;

function writerOf(use: ColumnUse): Write {
  switch (use.kind) {
    case 'number':
      return (cell, inputs, at) => {
        inputs[at] = isNumber(cell) ? (Number(cell) - use.mean) / use.deviation : 0;
        return 0;
      };
    case 'category':
    case 'classes': {
      const places = new Map(use.values.map((value, place) => [value, place]));
      return (cell, inputs, at) => {
        const place = places.get(cell);
        if (use.kind === 'category' && place !== undefined) inputs[at + place] = 1;
        return place ?? 0;
      };
    }
    case 'left out':
      return () => 0;
    default:
      return use satisfies never;
  }
}
