// A table as examples, in two passes over the file: the first learns what the columns hold, the second passes inputs and
// labels on, one example at a time and only as many as fit. Nothing is kept here, so a file of any size can be read.
import { say } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import { numberIn } from './cells';
import { ColumnProfile } from './column-profile';
import type { RowSource } from './rows';
import { type ColumnUse, planTable, type TablePlan, type TableTarget, widthOf } from './table-plan';

export interface Table {
  readonly plan: TablePlan;
  /** Passed on. */
  readonly examples: number;
  /** Empty where amounts are predicted. */
  readonly classNames: readonly string[];
  /** Rows without a class, or without an amount. */
  readonly rowsLeftOut: number;
  /** The file goes on after the last row that was read. */
  readonly hasMore: boolean;
}

/** `inputs`: (plan.inputs). `label`: a place among the class names, or amounts in deviations from their mean. Arrays are valid
 *  only now. */
export type TakeExample = (
  inputs: Float32Array<ArrayBuffer>,
  label: number | Float32Array<ArrayBuffer>,
) => void;

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
  { wanted, name }: { readonly wanted: TableTarget; readonly name: string },
  begin: (examples: number, width: number, amounts: number) => TakeExample,
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
  const { uses, inputs: width, amounts } = planned.value;
  const labelOf = labelReader(planned.value, columns);
  const counted = planned.value.labelled ?? (await countRows(source, rows, labelOf));
  if (typeof counted !== 'number') return counted;
  const kept = counted;
  if (kept === 0) return fail('bad-file', say('rows-without-all-amounts', { name }));
  const examples = Math.min(kept, Math.floor(limits.values / width));
  const take = begin(examples, width, amounts?.length ?? 0);
  const inputs = new Float32Array(width);
  const writers = uses.map(writerOf);
  let written = 0;
  let read = 0;
  const filled = await source.read((cells) => {
    if (read === rows || written === examples) return false;
    read++;
    if (read % 10_000 === 0) onRows(rows + read);
    const label = labelOf(cells);
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
    classNames: uses.flatMap((use) => (use.kind === 'classes' ? use.values : [])),
    rowsLeftOut: rows - kept,
    hasMore: hasMore || kept > examples,
  });
}

/** The rows from 0 to `rows` that have a label. */
async function countRows(
  source: RowSource,
  rows: number,
  labelOf: ReadLabel,
): Promise<number | Result<never, 'bad-file'>> {
  let read = 0;
  let labelled = 0;
  const counted = await source.read((cells) => {
    if (read === rows) return false;
    read++;
    if (labelOf(cells) !== undefined) labelled++;
    return true;
  });
  return counted.ok ? labelled : counted;
}

/** A row's class or amounts; undefined: it lacks one. */
type ReadLabel = (cells: readonly string[]) => number | Float32Array<ArrayBuffer> | undefined;

function labelReader({ uses, amounts }: TablePlan, columns: readonly string[]): ReadLabel {
  const classAt = uses.findIndex(({ kind }) => kind === 'classes');
  const classUse = uses[classAt];
  if (classUse?.kind === 'classes') {
    const classes = new Map(classUse.values.map((value, place) => [value, place]));
    return (cells) => classes.get(cells[classAt].trim());
  }
  const places = amounts!.map(({ name }) => columns.indexOf(name));
  const scaled = new Float32Array(places.length);
  return (cells) => {
    for (const [term, at] of places.entries()) {
      const use = uses[at];
      const value = use.kind === 'amount' ? numberIn(cells[at].trim())?.[use.mark] : undefined;
      if (value === undefined || use.kind !== 'amount') return undefined;
      scaled[term] = (value - use.mean) / use.deviation;
    }
    return scaled;
  };
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
    case 'amount':
    case 'left out':
      return () => undefined;
    default:
      return use satisfies never;
  }
}
