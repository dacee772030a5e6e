// Is a file whose name says “text” a table? Then its lines have equally many values with the same character between them,
// and one of the columns holds numbers. A guess for the person to undo, so it is careful: prose has neither.
const fewestLines = 4;
const lookedLines = 200;

/** `start`: of the file, in UTF-8; its last line may be cut. */
export function looksLikeTable(start: Uint8Array): boolean {
  const text = new TextDecoder().decode(start);
  const lines = text.split(/\r\n?|\n/).slice(0, text.length > 60_000 ? -1 : undefined);
  const filled = lines.filter((line) => line.trim() !== '').slice(0, lookedLines);
  return filled.length >= fewestLines && ['\t', ';', ',', '|'].some((mark) => isTableBy(filled, mark));
}

function isTableBy(lines: readonly string[], mark: string): boolean {
  const rows = lines.map((line) => line.split(mark));
  const width = rows.at(-1)!.length;
  if (width < 2) return false;
  // A title or a remark may stand above; a value in quotes may hold the mark.
  const even = rows.filter((row) => row.length === width).slice(1);
  const isNumbers = (column: number): boolean =>
    even.filter((row) => numeral.test(row[column].trim())).length >= 0.9 * even.length;
  return even.length + 1 >= 0.9 * rows.length && even[0].some((_, column) => isNumbers(column));
}

/** In any way that people write a number. */
const numeral = /^"?[-+−]?[$€£]?\d[\d.,’'\u00a0\u202f ]*(e[-+]?\d+)?[%€$]?"?$/i;
