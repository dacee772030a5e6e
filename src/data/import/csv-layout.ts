// How the lines of a CSV file are a table: where its names are, what comes before them and is none of it, and how many
// values a row has. Programs write more than rows: Excel a line that names the delimiter, titles and rows of commas; pandas
// and R a first column without a name; others comments. Decided from the first lines, and the same for all members. Pure.
import { say, type Saying } from '../../base/sayings';
import { couldBeNames, isOverNumbers, judgeNames } from './names-line';
import { mostNameCharacters } from './rows';

export interface SampledRow {
  readonly cells: readonly string[];
  /** The line, from 1. */
  readonly line: number;
}

export interface CsvLayout {
  readonly columns: readonly string[];
  /** Places of columns without a name, where others have one. */
  readonly unnamed: ReadonlySet<number>;
  /** Examples begin on this line or after it. */
  readonly firstLine: number;
  /** The columns’ names as the file has them; undefined: no line names the columns. */
  readonly names: readonly string[] | undefined;
  /** What is decided and not plain. */
  readonly notes: readonly Saying[];
}

/** Titles, comments and notes above a table. */
const mostLinesBefore = 20;

/** `rows`: those of the file's beginning. `wish`: whether a line names the columns, where a person has said so. Undefined: no
 *  line has two values. */
export function layoutOf(rows: readonly SampledRow[], wish?: boolean): CsvLayout | undefined {
  const usual = usualWidth(rows);
  if (usual < 2) return undefined;
  const isSpare = (at: number): boolean => rows.every(({ cells }) => (cells[at] ?? '').trim() === '');
  let width = usual;
  while (width > 2 && isSpare(width - 1)) width--;
  const found = findNames(rows, width, wish);
  const { at, doubtful } = found;
  const first = rows.findIndex(({ cells }) => isRow(cells, width) && !isBeside(cells, width));
  if (at === undefined) {
    const begin = rows[first] ?? rows[0];
    return {
      columns: Array.from({ length: width }, (_, column) => `column ${column + 1}`),
      unnamed: new Set<number>(),
      firstLine: begin.line,
      names: undefined,
      notes: [
        ...skippedNote(first),
        wish === undefined && doubtful
          ? say('no-names-doubtful', { line: begin.line })
          : say('no-names', { line: begin.line }),
      ],
    };
  }
  const { cells, line } = rows[at];
  const last = found.further ? at + 1 : at;
  const bare = cells[0].trim().startsWith('#') ? [cells[0].trim().slice(1), ...cells.slice(1)] : cells;
  // R's write.table leaves the name of the row names away.
  const whole = filledLength(bare) === width - 1 && bare.length === width - 1 && !isSpareRow(rows, at, width);
  const given = whole ? ['', ...bare] : [...bare, ...Array<string>(width).fill('')].slice(0, width);
  const { columns, unnamed } = namesOf(given.map((cell) => cell.trim().replace(/\s+/g, ' ')));
  return {
    columns,
    unnamed,
    names: cells,
    firstLine: (rows[last + 1] ?? { line: rows[last].line + 1 }).line,
    notes: [
      ...(at > 0 ? [say('names-on-line', { line, before: at })] : []),
      ...(doubtful && wish === undefined ? [say('names-doubtful', { line })] : []),
      ...(found.further ? [say('second-names', { line: rows[last].line })] : []),
    ],
  };
}

/** Whether a line is of the table's shape; further values are empty. */
export function isRow(cells: readonly string[], width: number): boolean {
  return cells.length === width || (cells.length > width && filledLength(cells) <= width);
}

/** A comment, or a row of nothing but delimiters: none of the table, wherever it stands. */
export function isBeside(cells: readonly string[], width: number): boolean {
  if (cells.length === width && cells[width - 1].trim() !== '') return false;
  const filled = filledLength(cells);
  return filled === 0 || (filled !== width && isComment(cells));
}

function isComment(cells: readonly string[]): boolean {
  return /^\s*(#|\/\/|%)/.test(cells[0]);
}

/** Up to the last value that is not empty. */
function filledLength(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell.trim() !== '') + 1;
}

/** The most frequent one; of two the larger. */
function usualWidth(rows: readonly SampledRow[]): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  return [...counts].sort(([a, countA], [b, countB]) => countB - countA || b - a)[0]?.[0] ?? 0;
}

/** The values beyond those of a shorter line of names are empty in all rows. */
function isSpareRow(rows: readonly SampledRow[], at: number, width: number): boolean {
  return rows.slice(at + 1).every(({ cells }) => (cells[width - 1] ?? '').trim() === '');
}

interface FoundNames {
  readonly at: number | undefined;
  readonly doubtful: boolean;
  /** The next line names the columns again, or has their units. */
  readonly further: boolean;
}

function findNames(rows: readonly SampledRow[], width: number, wish: boolean | undefined): FoundNames {
  const none = (doubtful: boolean): FoundNames => ({ at: undefined, doubtful, further: false });
  if (wish === false) return none(false);
  for (let at = 0; at < Math.min(rows.length, mostLinesBefore); at++) {
    const { cells } = rows[at];
    const below = rows
      .slice(at + 1)
      .map((row) => row.cells)
      .filter((row) => isRow(row, width) && !isBeside(row, width) && row.join('\n') !== cells.join('\n'));
    if (isTitle(cells, width, below)) continue;
    const isShort = cells.length === width - 1 && below.length > 0 && !isSpareRow(rows, at, width);
    const line = isShort ? ['', ...cells] : cells.slice(0, width);
    const { score, isDoubtful } = judgeNames(line, below);
    const areNames = wish ?? (score > 0 || (score === 0 && couldBeNames(line)));
    if (!areNames) return none(isDoubtful && couldBeNames(line));
    const further =
      below.length > 2 &&
      isRow(rows[at + 1].cells, width) &&
      isOverNumbers(rows[at + 1].cells, below.slice(1));
    // A line of merged cells stands over the names themselves.
    const isMerged = line.slice(1).some((cell) => cell.trim() === '');
    if (further && isMerged && couldBeNames(rows[at + 1].cells.slice(0, width))) continue;
    return { at, doubtful: isDoubtful && below.length > 0 && score !== 0, further };
  }
  return none(false);
}

/** A title, a comment, or a row of delimiters: what stands above the names. */
function isTitle(cells: readonly string[], width: number, below: readonly (readonly string[])[]): boolean {
  if (isBeside(cells, width)) return true;
  const filled = filledLength(cells);
  if (cells.length < width - 1 || (cells.length > width && filled > width)) return true;
  const values = cells.filter((cell) => cell.trim() !== '').length;
  if (cells[0].trim() === '' || values > Math.max(1, Math.floor(width / 3))) return false;
  // A first row with gaps is none: after a title comes a line of names.
  const next = below[0];
  return next !== undefined && (judgeNames(next, below.slice(1)).score > 0 || couldBeNames(next));
}

function skippedNote(lines: number): readonly Saying[] {
  return lines > 0 ? [say('first-lines-skipped', { lines })] : [];
}

/** Different names of a length that a run has room for. */
function namesOf(given: readonly string[]): Pick<CsvLayout, 'columns' | 'unnamed'> {
  const taken = new Set<string>();
  const unnamed = new Set<number>();
  const columns = given.map((name, at) => {
    if (name === '') unnamed.add(at);
    const wanted = name === '' ? `column ${at + 1}` : shortened(name, mostNameCharacters);
    let free = wanted;
    for (let again = 2; taken.has(free); again++)
      free = `${shortened(wanted, mostNameCharacters - 8)} (${again})`;
    taken.add(free);
    return free;
  });
  return { columns, unnamed };
}

function shortened(name: string, most: number): string {
  return name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name;
}
