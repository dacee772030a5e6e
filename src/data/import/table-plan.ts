// From the columns' profiles to what is learned from what: the column of classes, and how every other column becomes
// inputs. Numbers are standardised, a few different texts become one input each. Pure.
import { say, type Saying } from '../../base/sayings';
import { fail, ok, type Result } from '../../base/result';
import { mostAmounts, type Amount } from '../amounts';
import { mostColumnsCharacters, type TableColumn } from '../table-columns';
import { type DecimalMark, numberIn } from './cells';
import { type ColumnProfile, mostClasses } from './column-profile';
import { usualAmount, usualTarget } from './usual-target';

export type ColumnUse =
  | { readonly kind: 'classes'; readonly values: readonly string[] }
  | {
      readonly kind: 'number';
      readonly mean: number;
      readonly deviation: number;
      readonly mark: DecimalMark;
    }
  | { readonly kind: 'category'; readonly values: readonly string[] }
  | ({ readonly kind: 'amount'; readonly mark: DecimalMark } & Amount)
  | { readonly kind: 'left out'; readonly why: Saying };

export interface TablePlan {
  /** The column of classes, or the first of amounts. */
  readonly target: string;
  /** What is predicted in place of classes, in the order of the wish. */
  readonly amounts?: readonly Amount[];
  /** The uses in the order of the columns. */
  readonly uses: readonly ColumnUse[];
  /** The inputs of one example. */
  readonly inputs: number;
  /** Columns whose classes could be learned. */
  readonly targets: readonly string[];
  /** Columns whose amounts could be predicted. */
  readonly amountTargets: readonly string[];
  /** Rows with a class, or with all amounts; undefined: only the rows themselves tell. */
  readonly labelled: number | undefined;
  /** What was guessed, and how numbers and gaps are read. */
  readonly notes: readonly Saying[];
}

/** More are free text, names or dates. */
const mostCategories = 32;
/** A column of more different whole numbers is a measurement. */
const mostNumberClasses = 50;
/** The classes of other numbers, such as half stars; each comes this often on average. */
const mostStepClasses = 20;
const fewestOfStep = 5;
const mostInputs = 16_384;
/** The number that a preview has room for. */
const mostNames = 16;
/** A first column of fewer different numbers may well be a measurement. */
const fewestIndexed = 20;
/** Fewer amounts say nothing about others. */
const fewestAmounts = 10;

/** What the whole table says about one column. */
interface Column {
  readonly profile: ColumnProfile;
  readonly name: string;
  readonly mark: DecimalMark;
  /** The values without gaps; undefined: too many. */
  readonly values: ReadonlyMap<string, number> | undefined;
  /** A word that is a gap here, though this is no column of numbers. */
  readonly gapWord: string | undefined;
  readonly canBeClasses: boolean;
}

/** What a person wants to learn; absent: it is guessed. */
export interface TableTarget {
  readonly target?: string;
  readonly amounts?: readonly string[];
}

/** `delimiter`: a semicolon between values leaves the comma to the numbers. */
export function planTable(
  profiles: readonly ColumnProfile[],
  { target: wanted, amounts }: TableTarget,
  name: string,
  delimiter?: string,
): Result<TablePlan, 'bad-file'> {
  const columns = judgedColumns(profiles, delimiter);
  const candidates = columns.filter(({ canBeClasses }) => canBeClasses);
  const targets = candidates.map((column) => column.name);
  const guess = usualTarget(
    candidates.map(({ name: columnName, values, profile }) => ({
      name: columnName,
      values: values!,
      isLast: profile === profiles.at(-1),
      isFirst: profile === profiles[0],
    })),
  );
  const amountTargets = columns.filter(canBeAmount).map((column) => column.name);
  const isOpen = wanted === undefined && !amounts;
  const likelyAmount = isOpen ? usualAmount(amountTargets, guess) : undefined;
  const wantedAmounts = amounts ?? likelyAmount;
  const target = wantedAmounts?.[0] ?? wanted ?? guess?.target;
  if (target === undefined) return fail('bad-file', say('no-column-of-classes', { name, most: mostClasses }));
  const chosen = chosenUses(columns, wantedAmounts, target, name);
  if (!chosen.ok) return chosen;
  const uses = columns.map((column): ColumnUse => chosen.value.get(column) ?? useOf(column));
  const inputs = uses.reduce((sum, use) => sum + widthOf(use), 0);
  if (inputs === 0) return fail('bad-file', say('nothing-to-learn-from', { name, column: target }));
  if (inputs > mostInputs) return fail('bad-file', say('many-inputs', { name, inputs, most: mostInputs }));
  const others = isOpen && !likelyAmount ? (guess?.others ?? []) : [];
  const notes = [
    ...(likelyAmount ? [say('amount-guessed', { column: target })] : []),
    ...(others.length > 0
      ? [say('target-guessed', { column: target, others: others.slice(0, 3).join(', ') })]
      : []),
    ...numberNotes(columns.filter((_, at) => ['number', 'amount'].includes(uses[at].kind))),
    ...columns.flatMap((column, at) =>
      column.gapWord === undefined || uses[at].kind === 'left out'
        ? []
        : [say('gaps-in-texts', { column: column.name, word: column.gapWord })],
    ),
    ...columns.flatMap((column, at) => (uses[at].kind === 'number' ? likeIndexNote(column) : [])),
  ];
  const predicted = wantedAmounts && amountsIn(uses, wantedAmounts);
  return ok({
    target,
    ...(predicted && { amounts: predicted }),
    uses,
    inputs,
    targets,
    amountTargets,
    labelled: labelledOf([...chosen.value.keys()], wantedAmounts !== undefined),
    notes,
  });
}

/** The columns to learn, each with its use. */
function chosenUses(
  columns: readonly Column[],
  amounts: readonly string[] | undefined,
  target: string,
  name: string,
): Result<ReadonlyMap<Column, ColumnUse>, 'bad-file'> {
  if (amounts && amounts.length > mostAmounts)
    return fail('bad-file', say('many-amounts', { most: mostAmounts }));
  const uses = new Map<Column, ColumnUse>();
  for (const wanted of amounts ?? [target]) {
    const column = columns.find((one) => one.name === wanted);
    if (!column) return fail('bad-file', say('no-such-column', { name, column: wanted }));
    const why = amounts ? whyNoAmount(column) : column.canBeClasses ? undefined : whyNoClasses(column);
    if (why) return fail('bad-file', why);
    uses.set(column, amounts ? amountUse(column) : { kind: 'classes', values: sorted(column) });
  }
  return ok(uses);
}

function amountUse({ name, mark, profile }: Column): ColumnUse {
  const { mean, deviation } = profile.tallyOf(mark);
  const { unit } = profile;
  return { kind: 'amount', mark, name, mean, deviation, ...(unit === '' ? {} : { unit }) };
}

/** The amounts in the order of the wish. */
function amountsIn(uses: readonly ColumnUse[], names: readonly string[]): readonly Amount[] {
  return names.flatMap((name) =>
    uses.flatMap((use) => {
      if (use.kind !== 'amount' || use.name !== name) return [];
      const { kind: _, mark: _mark, ...amount } = use;
      return [amount];
    }),
  );
}

/** Several columns with gaps have them in rows that only the rows themselves tell. */
function labelledOf(columns: readonly Column[], areAmounts: boolean): number | undefined {
  const [{ values, profile }] = columns;
  if (!areAmounts) return [...values!.values()].reduce((sum, count) => sum + count, 0);
  const isWhole = columns.every(({ profile: { empty, gapWords } }) => empty + gapWords.size === 0);
  return isWhole || columns.length === 1 ? profile.numbers : undefined;
}

function canBeAmount(column: Column): boolean {
  return whyNoAmount(column) === undefined;
}

/** Undefined: the column's numbers can be predicted. */
function whyNoAmount({ name, profile, mark }: Column): Saying | undefined {
  const { firstText, numbers } = profile;
  if (firstText) return say('amount-with-text', { column: name, cell: firstText.cell, line: firstText.line });
  if (numbers === 0) return say('amount-empty', { column: name });
  if (profile.isIndex) return say('amount-is-index', { column: name });
  if (!(profile.tallyOf(mark).deviation > 0)) return say('amount-constant', { column: name });
  if (numbers < fewestAmounts)
    return say('amount-of-few-rows', { column: name, rows: numbers, least: fewestAmounts });
  return undefined;
}

export function widthOf(use: ColumnUse): number {
  switch (use.kind) {
    case 'number':
      return 1;
    case 'category':
      return use.values.length;
    case 'classes':
    case 'amount':
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
    if (use.kind === 'number') {
      const { mean, deviation } = use;
      return [{ kind: 'number', name, mean, deviation, ...(use.mark === 'comma' && { mark: use.mark }) }];
    }
    return use.kind === 'category' ? [{ kind: 'category', name, values: use.values }] : [];
  });
  return JSON.stringify(columns).length <= mostColumnsCharacters ? columns : undefined;
}

/** What is a gap among texts, and what 1,234 is, only the other columns tell. */
function judgedColumns(profiles: readonly ColumnProfile[], delimiter: string | undefined): readonly Column[] {
  const numbers = profiles.filter(({ isNumbers }) => isNumbers);
  const marks = new Set(numbers.map(({ mark }) => mark));
  const gapWords = new Set(numbers.flatMap((profile) => [...profile.gapWords.keys()]));
  return profiles.map((profile) => {
    const { name, isNumbers, values } = profile;
    const ownWords = isNumbers ? [] : [...profile.gapWords].filter(([word]) => !gapWords.has(word));
    const gapWord = isNumbers ? undefined : [...profile.gapWords.keys()].find((word) => gapWords.has(word));
    const all = values && new Map([...values, ...ownWords]);
    const few = all && all.size <= mostClasses ? all : undefined;
    const mark = isNumbers ? markOf(profile, marks, delimiter) : 'point';
    const column = { profile, name, mark, values: few, gapWord };
    return { ...column, canBeClasses: canBeClasses(column) };
  });
}

function markOf(
  profile: ColumnProfile,
  marks: ReadonlySet<string>,
  delimiter: string | undefined,
): DecimalMark {
  const { mark, ambiguous } = profile;
  if (mark === 'either') return 'point';
  if (mark !== 'unclear') return mark;
  if (marks.has('comma') !== marks.has('point')) return marks.has('comma') ? 'comma' : 'point';
  return delimiter === ';' && ambiguous?.includes(',') ? 'comma' : 'point';
}

function canBeClasses({ profile, values, mark }: Omit<Column, 'canBeClasses'>): boolean {
  if (!values || values.size < 2 || profile.isIndex) return false;
  if (!profile.isNumbers) return true;
  return profile.tallyOf(mark).areWhole
    ? values.size <= mostNumberClasses
    : values.size <= mostStepClasses && profile.numbers >= fewestOfStep * values.size;
}

function whyNoClasses({ name, profile, values }: Column): Saying {
  if (values && values.size < 2) return say('column-of-one-value', { column: name });
  return profile.firstText === undefined
    ? say('column-of-amounts', { column: name })
    : say('column-of-many-values', { column: name, most: mostClasses });
}

function useOf(column: Column): ColumnUse {
  const { profile, name, values, mark } = column;
  const leftOut = (why: Saying): ColumnUse => ({ kind: 'left out', why });
  if (values?.size === 0) return leftOut(say('column-empty', { column: name }));
  if (values?.size === 1) return leftOut(say('column-constant', { column: name }));
  if (profile.isRowNumber) return leftOut(say('column-of-row-numbers', { column: name }));
  if (profile.isIndex) return leftOut(say('column-is-index', { column: name }));
  if (profile.isNumbers) {
    const { mean, deviation } = profile.tallyOf(mark);
    return deviation > 0
      ? { kind: 'number', mean, deviation, mark }
      : leftOut(say('column-hardly-changes', { column: name }));
  }
  if (values && values.size <= mostCategories) return { kind: 'category', values: sorted(column) };
  return leftOut(
    profile.numbers > 0 && profile.firstText
      ? say('column-mixed', { column: name, cell: profile.firstText.cell, line: profile.firstText.line })
      : say('column-of-many-texts', { column: name, most: mostCategories }),
  );
}

/** One for each way that is not the plain one. */
function numberNotes(columns: readonly Column[]): readonly Saying[] {
  const ways = new Map<string, { column: Column; cell: string; more: number }>();
  for (const column of columns) {
    const { shown, ambiguous } = column.profile;
    const cell = column.mark === 'comma' ? (shown ?? ambiguous) : shown;
    if (cell === undefined) continue;
    const way = `${column.mark} ${cell.replace(/\d+/g, '')}`;
    const known = ways.get(way);
    if (known) known.more++;
    else ways.set(way, { column, cell, more: 0 });
  }
  const read = [...ways.values()].map(({ column, cell, more }) =>
    say('numbers-read-so', { column: column.name, more, cell, value: String(numberIn(cell)?.[column.mark]) }),
  );
  const unclear = columns
    .filter(({ profile }) => profile.mark === 'unclear' && profile.ambiguous?.includes(','))
    .map(({ name, mark, profile: { ambiguous } }) => {
      const value = numberIn(ambiguous!);
      return say('numbers-unclear', {
        column: name,
        cell: ambiguous!,
        value: String(value?.[mark]),
        other: String(value?.[mark === 'point' ? 'comma' : 'point']),
      });
    });
  return [...read, ...unclear];
}

function likeIndexNote({ profile, name, mark }: Column): readonly Saying[] {
  const isLike = profile.isFirst && profile.isAllDifferent && profile.tallyOf(mark).areWhole;
  return isLike && profile.numbers >= fewestIndexed ? [say('column-like-index', { column: name })] : [];
}

/** Numbers by size, before texts by their characters. */
function sorted({ values, mark }: Column): string[] {
  const rank = (value: string): number => numberIn(value)?.[mark] ?? Infinity;
  return [...values!.keys()].sort((a, b) => {
    const [first, second] = [rank(a), rank(b)];
    return first === second ? (a < b ? -1 : 1) : first < second ? -1 : 1;
  });
}
