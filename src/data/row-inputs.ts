// A row of texts as the inputs of a model of tables. Pure.
import type { TableColumn } from './table-columns';

/** `row`: a text of each column, a number with a decimal point; what is no number, or no known value, is a gap. `length`: the
 *  inputs of all columns. */
export function rowInputs(
  columns: readonly TableColumn[],
  row: readonly string[],
  length: number,
): Float32Array<ArrayBuffer> {
  const inputs = new Float32Array(length);
  let at = 0;
  for (const [index, column] of columns.entries()) {
    const cell = (row[index] ?? '').trim();
    if (column.kind === 'number') {
      const value = cell === '' ? NaN : Number(cell);
      inputs[at++] = Number.isFinite(value) ? (value - column.mean) / column.deviation : 0;
      continue;
    }
    const place = column.values.indexOf(cell);
    if (place >= 0) inputs[at + place] = 1;
    at += column.values.length;
  }
  return inputs;
}
