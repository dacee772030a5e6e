// Rows of a CSV file (RFC 4180; commas, semicolons, tabs, bars or spaces). Papaparse cuts the rows; here are the pieces, the
// delimiter, and the line of every error. Which lines are rows is in csv-layout.ts.
import { say, type Saying } from '../../base/sayings';
import papa from 'papaparse';
import { fail, ok, type Result } from '../../base/result';
import { type CsvReading, delimiters } from '../recipe';
import type { FileBytes } from '../unpack';
import { isNumber } from './cells';
import { isBeside, isRow, layoutOf, type SampledRow } from './csv-layout';
import { EmptyLines, mostColumns, mostLineCharacters, type RowSource, type TakeRow } from './rows';
import { anySpaces, LinesOfSpaces } from './lines-of-spaces';
import { countOf, readTextPieces } from './text-pieces';

/** Rows of another length than the others, such as a sum below: so many are left out for each that is whole. */
const mostUnevenShare = 0.05;
/** The uneven rows that are left out before it is asked whether they are too many. */
const mostUneven = 100;
/** Rows that show how the file is laid out. */
const looked = 200;
/** The share of values that spaces may cut. */
const mostSpaced = 0.2;
const lookedCharacters = 2 ** 18;
/** A line of Excel's, which names the delimiter. */
const excelLine = /^\uFEFF?"?sep=(.)"?[^\S\n]*(\n|$)/i;

export async function csvRows(
  given: FileBytes,
  name: string,
  wish: CsvReading = {},
): Promise<Result<RowSource, 'bad-file'>> {
  let start = '';
  const sampled = await readTextPieces(given, name, (text) => {
    start += text;
    return start.length < mostLineCharacters;
  });
  if (!sampled.ok) return sampled;
  if (start.trim() === '')
    return fail(
      'bad-file',
      start.length < mostLineCharacters
        ? say('file-empty', { name })
        : say('first-lines-empty', { lines: countOf(start, '\n'), name }),
    );
  const excel = excelLine.exec(start)?.[1];
  const isAfter = excel === undefined ? () => true : (row: SampledRow) => row.line > 1;
  const named = wish.delimiter ?? excel;
  const samples: Sample[] = [];
  for (const delimiter of named === undefined ? delimiters : [named]) {
    const sample = await sampleOf(start, start.length >= mostLineCharacters, delimiter);
    samples.push({ ...sample, rows: sample.rows.filter(isAfter) });
  }
  const { chosen, rival } = choose(samples);
  const { delimiter, rows } = chosen;
  if (rows.length === 0) {
    const read = await eachRow(given, name, delimiter, () => false);
    return read.ok ? fail('bad-file', say('file-empty', { name })) : read;
  }
  const layout = layoutOf(rows, wish.names);
  if (!layout) return fail('bad-file', say('one-value', { name }));
  const { columns, unnamed, firstLine, names, notes: decided } = layout;
  const width = columns.length;
  if (width > mostColumns)
    return fail('bad-file', say('many-values', { name, values: width, most: mostColumns }));
  const isAgain = repeats(names);
  let [comments, repeated, uneven] = [0, 0, 0];
  let [unevenLine, unevenValues] = [0, 0];
  return ok({
    columns,
    unnamed,
    delimiter,
    hasNames: names !== undefined,
    notes: (): readonly Saying[] => [
      ...decided,
      ...(rival === undefined ? [] : [say('delimiter-guessed', { delimiter, other: rival })]),
      ...(comments > 0 ? [say('lines-of-comments', { lines: comments })] : []),
      ...(repeated > 0 ? [say('names-again', { lines: repeated })] : []),
      ...(uneven > 0
        ? [say('lines-uneven', { lines: uneven, first: unevenLine, values: unevenValues, width })]
        : []),
    ],
    async read(take) {
      [comments, repeated, uneven] = [0, 0, 0];
      let whole = 0;
      const empty = new EmptyLines(name);
      let problem: Saying | undefined;
      const passed = await eachRow(given, name, delimiter, (cells, line) => {
        if (line < firstLine) return true;
        if (isBeside(cells, width)) {
          if (cells[0].trim() !== '') comments++;
          problem = empty.add(cells.join(delimiter), line);
          return problem === undefined;
        }
        if (isAgain(cells)) {
          repeated++;
          return true;
        }
        if (isRow(cells, width)) {
          whole++;
          return take(cells.length === width ? cells : cells.slice(0, width), line);
        }
        uneven++;
        if (uneven === 1) [unevenLine, unevenValues] = [line, cells.length];
        return uneven <= mostUneven || uneven <= mostUnevenShare * whole;
      });
      if (!passed.ok) return passed;
      if (uneven > mostUnevenShare * whole)
        problem ??= say('uneven-line', { line: unevenLine, name, values: unevenValues, first: width });
      return problem ? fail('bad-file', problem) : passed;
    },
  });
}

/** Whether a row is the line of names once more, as in files that were put together. */
function repeats(names: readonly string[] | undefined): (cells: readonly string[]) => boolean {
  if (!names) return () => false;
  return (cells) =>
    cells[1] === names[1] && cells.length === names.length && cells.every((cell, at) => cell === names[at]);
}

interface Sample {
  readonly delimiter: string;
  readonly rows: readonly SampledRow[];
  /** The quotes do not fit this delimiter. */
  readonly isBroken: boolean;
}

/** `isCut`: the file goes on, perhaps in the middle of a row. */
async function sampleOf(start: string, isCut: boolean, delimiter: string): Promise<Sample> {
  const rows: SampledRow[] = [];
  let characters = 0;
  const take: TakeRow = (cells, line) => {
    rows.push({ cells, line });
    characters += cells.reduce((sum, cell) => sum + cell.length + 1, 0);
    return rows.length < looked && (characters < lookedCharacters || rows.length < 3);
  };
  const read = await eachRow(new Blob([start]), '', delimiter, take, isCut);
  return { delimiter, rows, isBroken: !read.ok };
}

/** The delimiter that cuts most lines into equally many values, and leaves the fewest values to cut. `rival`: another one
 *  that does so as well. Prose has spaces, too: they are taken where nothing else cuts, or cuts enough. */
function choose(samples: readonly Sample[]): { chosen: Sample; rival: string | undefined } {
  if (samples.length === 1) return { chosen: samples[0], rival: undefined };
  const judged = samples
    .filter(({ delimiter }) => delimiter !== anySpaces)
    .map((sample) => ({ sample, even: shareEven(sample), uncut: shareUncut(sample) }));
  const most = Math.max(...judged.map(({ even }) => even));
  const rivals = judged
    .filter(({ even }) => even > 0 && even > most - 0.05)
    .sort((a, b) => a.uncut - b.uncut || b.even - a.even);
  const [first, second] = rivals;
  const spaced = samples.find((sample) => sample.delimiter === anySpaces && couldBeBySpaces(sample));
  const isSpaced =
    spaced && (!first || first.even < shareEven(spaced) - 0.02 || shareOfSpaced(first.sample) > mostSpaced);
  if (isSpaced) return { chosen: spaced, rival: undefined };
  const isTie = second !== undefined && second.uncut === first.uncut && second.even === first.even;
  return { chosen: first?.sample ?? samples[0], rival: isTie ? second.sample.delimiter : undefined };
}

/** The share of lines of the usual length, which is two values at least. */
function shareEven({ rows, isBroken }: Sample): number {
  const counts = new Map<number, number>();
  for (const { cells } of rows)
    if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1);
  const share = rows.length === 0 ? 0 : Math.max(0, ...counts.values()) / rows.length;
  return isBroken ? share / 2 : share;
}

/** The share of values that another delimiter would cut, though they are no number. */
function shareUncut({ rows, delimiter }: Sample): number {
  const others = delimiters.filter((other) => other !== delimiter && other !== anySpaces);
  const values = rows.slice(1).flatMap(({ cells }) => cells);
  const uncut = values.filter(
    (cell) => others.some((other) => cell.includes(other)) && !isNumber(cell.trim()),
  );
  return values.length === 0 ? 0 : uncut.length / values.length;
}

/** The share of values that spaces would cut: 1.5 2.5, but no digits in groups of three, and what stands far apart. */
function shareOfSpaced({ rows }: Sample): number {
  const values = rows.slice(1).flatMap(({ cells }) => cells.map((cell) => cell.trim()));
  const isSpaced = (cell: string): boolean =>
    /\S\s{2,}\S/.test(cell) || (/\s/.test(cell) && !isNumber(cell) && cell.split(/\s+/).every(isNumber));
  return values.length === 0 ? 0 : values.filter(isSpaced).length / values.length;
}

/** Prose has spaces as well, and no column of numbers. */
function couldBeBySpaces({ rows }: Sample): boolean {
  const width = rows.at(-1)?.cells.length ?? 0;
  const even = rows.slice(1).filter(({ cells }) => cells.length === width);
  if (width < 2 || even.length < 2 || even.length + 1 < 0.9 * rows.length) return false;
  const isNumbers = (at: number): boolean =>
    even.filter(({ cells }) => isNumber(cells[at])).length >= 0.8 * even.length;
  return even[0].cells.some((_, at) => isNumbers(at));
}

/** All rows that are not empty lines. `isCut`: the last one may be a part. */
async function eachRow(
  given: FileBytes,
  name: string,
  delimiter: string,
  take: TakeRow,
  isCut = false,
): Promise<Result<null, 'bad-file'>> {
  const spaces = delimiter === anySpaces ? new LinesOfSpaces() : undefined;
  const parser = new papa.Parser({ delimiter: spaces ? '\t' : delimiter, newline: '\n' });
  const empty = new EmptyLines(name);
  let rest = '';
  let line = 1;
  let isFirst = true;
  let problem: Saying | undefined;
  const parse = (text: string, isLast: boolean): boolean => {
    const { data, errors, meta } = parser.parse(text, 0, !isLast);
    const wrong = errors.find(({ row }) => (row ?? 0) < data.length);
    for (const [at, cells] of data.entries()) {
      if (wrong?.row === at) {
        problem = say('quote-ends-early', { line, name });
        return false;
      }
      const isEmpty = cells.length === 1 && cells[0].trim() === '';
      if (isEmpty) problem = empty.add(cells[0], line);
      if (problem !== undefined || (!isEmpty && !take(cells, line))) return false;
      line += 1 + cells.reduce((sum, cell) => sum + countOf(cell, '\n'), 0);
    }
    rest = text.slice(meta.cursor);
    if (!isLast && rest.length > mostLineCharacters) {
      problem = say('row-without-end', { line, name });
      return false;
    }
    return true;
  };
  let isEnough = false;
  const read = await readTextPieces(given, name, (text) => {
    const clean = isFirst ? text.replace(/^\uFEFF/, '') : text;
    isFirst = false;
    isEnough = !parse(rest + (spaces?.take(clean) ?? clean), false);
    if (spaces && spaces.waiting > mostLineCharacters) {
      problem ??= say('row-without-end', { line, name });
      isEnough = true;
    }
    return !isEnough;
  });
  if (!read.ok) return read;
  rest += spaces?.end() ?? '';
  if (!isEnough && !isCut && rest !== '') parse(rest, true);
  return problem ? fail('bad-file', problem) : ok(null);
}
