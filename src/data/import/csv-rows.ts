// Rows of a CSV file (RFC 4180; commas, semicolons, tabs or bars). Papaparse cuts the rows; here are the pieces, the
// names of the columns, and the line of every error.
import { sayOfFile } from '../../base/file-sayings';
import papa from 'papaparse';
import { fail, ok, type Result } from '../../base/result';
import type { FileBytes } from '../unpack';
import { isNumber } from './cells';
import {
  EmptyLines,
  mostColumns,
  mostLineCharacters,
  mostNameCharacters,
  type RowSource,
  type TakeRow,
} from './rows';
import { countOf, readTextPieces } from './text-pieces';

const delimiters = [',', ';', '\t', '|'];

export async function csvRows(given: FileBytes, name: string): Promise<Result<RowSource, 'bad-file'>> {
  let start = '';
  const sampled = await readTextPieces(given, name, (text) => {
    start += text;
    return start.length < mostLineCharacters;
  });
  if (!sampled.ok) return sampled;
  if (start.trim() === '')
    return fail(
      'bad-file',
      ...(start.length < mostLineCharacters
        ? sayOfFile('file-empty', name)
        : sayOfFile('first-lines-empty', countOf(start, '\n'), name)),
    );
  const { delimiter } = papa.parse(start.slice(0, 64 * 1024), {
    preview: 20,
    delimitersToGuess: delimiters,
    skipEmptyLines: true,
  }).meta;
  let first: readonly string[] | undefined;
  const read = await eachRow(given, name, delimiter, (cells) => {
    first = cells;
    return false;
  });
  if (!read.ok) return read;
  if (!first) return fail('bad-file', ...sayOfFile('file-empty', name));
  if (first.length < 2) return fail('bad-file', ...sayOfFile('one-value', name));
  if (first.length > mostColumns)
    return fail('bad-file', ...sayOfFile('many-values', name, first.length, mostColumns));
  const names = first.map((cell) => cell.trim());
  const hasNames =
    !names.some((cell) => cell === '' || isNumber(cell) || cell.length > mostNameCharacters) &&
    new Set(names).size === names.length;
  const columns = hasNames ? names : names.map((_, at) => `column ${at + 1}`);
  return ok({
    columns,
    async read(take) {
      let isNames = hasNames;
      let problem: ReturnType<typeof sayOfFile> | undefined;
      const passed = await eachRow(given, name, delimiter, (cells, line) => {
        if (isNames) {
          isNames = false;
          return true;
        }
        if (cells.length === columns.length) return take(cells, line);
        problem = sayOfFile('uneven-line', line, name, cells.length, columns.length);
        return false;
      });
      return passed.ok && problem ? fail('bad-file', ...problem) : passed;
    },
  });
}

/** All rows that are not empty lines. */
async function eachRow(
  given: FileBytes,
  name: string,
  delimiter: string,
  take: TakeRow,
): Promise<Result<null, 'bad-file'>> {
  const parser = new papa.Parser({ delimiter, newline: '\n' });
  const empty = new EmptyLines(name);
  let rest = '';
  let line = 1;
  let isFirst = true;
  let problem: ReturnType<typeof sayOfFile> | undefined;
  const parse = (text: string, isLast: boolean): boolean => {
    const { data, errors, meta } = parser.parse(text, 0, !isLast);
    const wrong = errors.find(({ row }) => (row ?? 0) < data.length);
    for (const [at, cells] of data.entries()) {
      if (wrong?.row === at) {
        problem = sayOfFile('quote-ends-early', line, name);
        return false;
      }
      const isEmpty = cells.length === 1 && cells[0].trim() === '';
      if (isEmpty) problem = empty.add(cells[0], line);
      if (problem !== undefined || (!isEmpty && !take(cells, line))) return false;
      line += 1 + cells.reduce((sum, cell) => sum + countOf(cell, '\n'), 0);
    }
    rest = text.slice(meta.cursor);
    if (!isLast && rest.length > mostLineCharacters) {
      problem = sayOfFile('row-without-end', line, name);
      return false;
    }
    return true;
  };
  let isEnough = false;
  const read = await readTextPieces(given, name, (text) => {
    const clean = isFirst ? text.replace(/^\uFEFF/, '') : text;
    isFirst = false;
    isEnough = !parse(rest + clean, false);
    return !isEnough;
  });
  if (!read.ok) return read;
  if (!isEnough && rest !== '') parse(rest, true);
  return problem ? fail('bad-file', ...problem) : ok(null);
}
