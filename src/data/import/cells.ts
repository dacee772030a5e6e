// What one cell of a table says. Pure, and equal on every engine: members read the same file to the same numbers.

const numeral = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;
const missing = new Set(['', 'na', 'n/a', 'nan', 'null', 'none', '?', '-']);
/** Squares of such numbers can still be added up. */
const mostMagnitude = 1e100;

export function isNumber(cell: string): boolean {
  return numeral.test(cell) && Math.abs(Number(cell)) <= mostMagnitude;
}

export function isMissing(cell: string): boolean {
  return cell.length < 5 && missing.has(cell.toLowerCase());
}
