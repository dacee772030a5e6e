// Is a file whose name says “text” a table? Then its lines have equally many values with the same character between them,
// and one of the columns holds numbers, or every column holds a few words that come again and again. A guess for the person
// to undo, so it is careful: prose has neither.
import { valuesBySpaces } from './lines-of-spaces';

const fewestLines = 4;
const lookedLines = 200;
/** The fewest lines of a table of words alone. */
const fewestLinesOfWords = 20;
const mostDifferentWords = 0.25;

type Rows = readonly (readonly string[])[];

/** `start`: of the file, in UTF-8; its last line may be cut. */
export function looksLikeTable(start: Uint8Array): boolean {
  const text = new TextDecoder().decode(start);
  const lines = text.split(/\r\n?|\n/).slice(0, text.length > 60_000 ? -1 : undefined);
  const filled = lines.filter((line) => line.trim() !== '').slice(0, lookedLines);
  if (filled.length < fewestLines) return false;
  const isBy = (mark: string): boolean => {
    const rows = filled.map((line) => line.split(mark));
    return hasNumbers(rows) || isOfWords(rows);
  };
  return ['\t', ';', ',', '|'].some(isBy) || hasNumbers(filled.map(valuesBySpaces));
}

/** The rows of the usual length, without the first: a title or a remark may stand above; a value in quotes may hold the mark. */
function evenRows(rows: Rows): Rows | undefined {
  const width = rows.at(-1)!.length;
  const even = rows.filter((row) => row.length === width).slice(1);
  return width > 1 && even.length > 0 && even.length + 1 >= 0.9 * rows.length ? even : undefined;
}

function hasNumbers(rows: Rows): boolean {
  const even = evenRows(rows);
  const isNumbers = (column: number): boolean =>
    even!.filter((row) => numeral.test(row[column].trim())).length >= 0.9 * even!.length;
  return even !== undefined && even[0].some((_, column) => isNumbers(column));
}

function isOfWords(rows: Rows): boolean {
  const even = evenRows(rows);
  if (!even || even[0].length < 3 || even.length < fewestLinesOfWords) return false;
  return even[0].every(
    (_, column) => new Set(even.map((row) => row[column])).size <= mostDifferentWords * even.length,
  );
}

/** A number in any way that people write it. */
const numeral = /^"?[-+−]?[$€£]?\d[\d.,’'\u00a0\u202f ]*(e[-+]?\d+)?[%€$]?"?$/i;
