// Is a file whose name says “text” a table? Then its lines have equally many values with the same character between them,
// and many of the values are numbers. A guess for the person to undo, so it is careful: prose has neither.
import { isNumber } from './cells';

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
  const even = rows.filter((row) => row.length === width);
  const cells = even.slice(1).flat();
  return (
    even.length >= 0.9 * rows.length &&
    2 * cells.filter((cell) => isNumber(cell.trim())).length >= cells.length
  );
}
