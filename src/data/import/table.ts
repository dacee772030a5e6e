// A table as examples, in two passes over the file: the first learns what the columns hold, the second passes inputs and
// labels on, one example at a time and only as many as fit. Nothing is kept here, so a file of any size can be read.
import { say } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import { numberIn } from './cells';
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

interface TableLimits {
  /** The values of all inputs together; an f32 each. */
  readonly values: number;
  readonly rows: number;
}

/** 128 MiB: a replica's Worker holds it next to the model. */
const tableLimits: TableLimits = { values: 2 ** 25, rows: 2 ** 21 };

/** `begin` is told how many examples of how many inputs will come, and says who takes them. `onRows` is told of the rows read
 *  so far, of both passes together. */
export async function readTable(
  source: RowSource,
  { wanted, name }: { readonly wanted: string | undefined; readonly name: string },
  begin: (examples: number, width: number) => TakeExample,
  limits = tableLimits,
  onRows: (rows: number) => void = () => undefined,
): Promise<Result<Table, 'bad-file'>> {
  const { columns, unnamed } = source;
  const profiles = columns.map((column, at) => new ColumnProfile(column, unnamed?.has(at), at === 0));
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
  if (rows === 0) return fail('bad-file', say('no-rows', { name }));
  const planned = planTable(profiles, wanted, name, source.delimiter);
  if (!planned.ok) return planned;
  const { uses, inputs: width, labelled: kept } = planned.value;
  const classAt = uses.findIndex(({ kind }) => kind === 'classes');
  const examples = Math.min(kept, Math.floor(limits.values / width));
  const take = begin(examples, width);
  const inputs = new Float32Array(width);
  const writers = uses.map(writerOf);
  const classUse = uses[classAt];
  const classNames = classUse.kind === 'classes' ? classUse.values : [];
  const classes = new Map(classNames.map((value, place) => [value, place]));
  let written = 0;
  let read = 0;
  const filled = await source.read((cells) => {
    if (read === rows || written === examples) return false;
    read++;
    if (read % 10_000 === 0) onRows(rows + read);
    const label = classes.get(cells[classAt].trim());
    if (label === undefined) return true;
    inputs.fill(0);
    let at = 0;
    for (const [column, write] of writers.entries()) {
      write(cells[column].trim(), inputs, at);
      at += widthOf(uses[column]);
    }
    take(inputs, label);
    written++;
    return true;
  });
  if (!filled.ok) return filled;
  if (written !== examples) return fail('bad-file', say('file-changed', { name }));
  return ok({
    plan: planned.value,
    examples,
    classNames,
    rowsLeftOut: rows - kept,
    hasMore: hasMore || kept > examples,
  });
}

/** Writes one cell's inputs from `at` on; a gap is the mean, or none of the categories. */
type Write = (cell: string, inputs: Float32Array, at: number) => void;

function writerOf(use: ColumnUse): Write {
  switch (use.kind) {
    case 'number':
      return (cell, inputs, at) => {
        const value = numberIn(cell)?.[use.mark];
        inputs[at] = value === undefined ? 0 : (value - use.mean) / use.deviation;
      };
    case 'category': {
      const places = new Map(use.values.map((value, place) => [value, place]));
      return (cell, inputs, at) => {
        const place = places.get(cell);
        if (place !== undefined) inputs[at + place] = 1;
      };
    }
    case 'classes':
    case 'left out':
      return () => undefined;
    default:
      return use satisfies never;
  }
}
