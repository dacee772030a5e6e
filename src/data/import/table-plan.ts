// From the columns' profiles to what is learned from what: the column of classes, and how every other column becomes
// inputs. Numbers are standardised, a few different texts become one input each. Pure.
import { sayOfFile } from '../../base/file-sayings';
import { dataNote, type DataNote } from '../../base/data-notes';
import { fail, ok, type Result } from '../../base/result';
import { mostColumnsCharacters, type TableColumn } from '../table-columns';
import { type ColumnProfile, mostClasses } from './column-profile';

export type ColumnUse =
  | { readonly kind: 'classes'; readonly values: readonly string[] }
  | { readonly kind: 'number'; readonly mean: number; readonly deviation: number }
  | { readonly kind: 'category'; readonly values: readonly string[] }
  | { readonly kind: 'left out'; readonly why: DataNote };

export interface TablePlan {
  readonly target: string;
  /** In the order of the columns. */
  readonly uses: readonly ColumnUse[];
  /** Of one example. */
  readonly inputs: number;
  /** Columns that could be learned instead. */
  readonly targets: readonly string[];
}

/** More are free text, names or dates. */
const mostCategories = 32;
/** A column of more different whole numbers is a measurement. */
const mostNumberClasses = 50;
const mostInputs = 16_384;
/** As many as a preview has room for. */
const mostNames = 16;
const usualNames =
  /^(class|classes|label|labels|target|species|category|y|digit|variety|diagnosis|outcome)$/i;

export function planTable(
  profiles: readonly ColumnProfile[],
  wanted: string | undefined,
  name: string,
): Result<TablePlan, 'bad-file'> {
  const targets = profiles.filter(canBeClasses).map((profile) => profile.name);
  const target = wanted ?? usualTarget(targets);
  if (target === undefined) return fail('bad-file', ...sayOfFile('no-column-of-classes', name, mostClasses));
  const profile = profiles.find((column) => column.name === target);
  if (!profile) return fail('bad-file', ...sayOfFile('no-such-column', name, target));
  if (!targets.includes(target)) return fail('bad-file', ...whyNoClasses(profile));
  const uses = profiles.map((column): ColumnUse =>
    column === profile ? { kind: 'classes', values: sorted(column.values!.keys()) } : useOf(column),
  );
  const inputs = uses.reduce((sum, use) => sum + widthOf(use), 0);
  if (inputs === 0) return fail('bad-file', ...sayOfFile('nothing-to-learn-from', name, target));
  if (inputs > mostInputs) return fail('bad-file', ...sayOfFile('many-inputs', name, inputs, mostInputs));
  return ok({ target, uses, inputs, targets });
}

export function widthOf(use: ColumnUse): number {
  switch (use.kind) {
    case 'number':
      return 1;
    case 'category':
      return use.values.length;
    case 'classes':
    case 'left out':
      return 0;
    default:
      return use satisfies never;
  }
}

/** 'width' for a number, 'colour: red' for one text of a column; of the first inputs. */
export function inputNames({ uses }: TablePlan, columns: readonly string[]): readonly string[] {
  const names = uses.flatMap((use, at) => {
    if (use.kind === 'number') return [columns[at]];
    return use.kind === 'category' ? use.values.map((value) => `${columns[at]}: ${value}`) : [];
  });
  return names.slice(0, mostNames);
}

/** What the inputs are made from, in their order; undefined: it is too much to travel with a run. */
export function columnsOf({ uses }: TablePlan, names: readonly string[]): readonly TableColumn[] | undefined {
  const columns = uses.flatMap((use, at): TableColumn[] => {
    const name = names[at];
    if (use.kind === 'number') return [{ kind: 'number', name, mean: use.mean, deviation: use.deviation }];
    return use.kind === 'category' ? [{ kind: 'category', name, values: use.values }] : [];
  });
  return JSON.stringify(columns).length <= mostColumnsCharacters ? columns : undefined;
}

function canBeClasses(profile: ColumnProfile): boolean {
  const { values, firstText, areWhole } = profile;
  if (!values || values.size < 2 || profile.isRowNumber) return false;
  return firstText !== undefined || (areWhole && values.size <= mostNumberClasses);
}

function whyNoClasses({ name, values, firstText }: ColumnProfile): ReturnType<typeof sayOfFile> {
  if (values && values.size < 2) return sayOfFile('column-of-one-value', name);
  return firstText === undefined
    ? sayOfFile('column-of-amounts', name)
    : sayOfFile('column-of-many-values', name, mostClasses);
}

/** By its name; else the last column that can be. */
function usualTarget(targets: readonly string[]): string | undefined {
  return targets.find((name) => usualNames.test(name)) ?? targets.at(-1);
}

function useOf(profile: ColumnProfile): ColumnUse {
  const { name, values, firstText, numbers, mean, deviation } = profile;
  const leftOut = (why: DataNote): ColumnUse => ({ kind: 'left out', why });
  if (values?.size === 0) return leftOut(dataNote('column-empty', name));
  if (values?.size === 1) return leftOut(dataNote('column-constant', name));
  if (profile.isRowNumber) return leftOut(dataNote('column-of-row-numbers', name));
  if (firstText === undefined && deviation > 0) return { kind: 'number', mean, deviation };
  if (firstText === undefined) return leftOut(dataNote('column-hardly-changes', name));
  if (values && values.size <= mostCategories) return { kind: 'category', values: sorted(values.keys()) };
  return leftOut(
    numbers > 0
      ? dataNote('column-mixed', name, firstText.cell, firstText.line)
      : dataNote('column-of-many-texts', name, mostCategories),
  );
}

/** Numbers by size, before texts by their characters. */
function sorted(values: Iterable<string>): string[] {
  const rank = (value: string): number => (Number.isNaN(Number(value)) ? Infinity : Number(value));
  return [...values].sort((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first === second ? (a < b ? -1 : 1) : first < second ? -1 : 1;
  });
}
