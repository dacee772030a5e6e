// Whether a line of a table names its columns or is an example, judged by how it differs from the lines below: a word over
// numbers is a name, and a word that comes again below is none. Pure, since members of a room must find the same.
import { isGapWord, isNumber, isSureGap } from './cells';

export interface NamesVerdict {
  /** A score above 0 means names. */
  readonly score: number;
  /** Some columns say one thing and some the other, or none says anything. */
  readonly isDoubtful: boolean;
}

/** The share of numbers among the cells below that makes a column of numbers. */
const shareOfNumbers = 0.8;
/** A column with more different texts than this share says nothing by them. */
const shareOfDifferent = 0.5;
/** The mean length of such texts, and the length of a name above them. */
const longText = 30;

export function judgeNames(line: readonly string[], below: readonly (readonly string[])[]): NamesVerdict {
  const counts = isCountedLine(line) && !below.slice(0, 5).some(isCountedLine);
  let fors = 0;
  let againsts = 0;
  for (const [at, given] of line.entries()) {
    const name = given.trim();
    const cells = below.map((row) => row[at]?.trim() ?? '').filter((cell) => !isGap(cell));
    const weight = name === '' || cells.length === 0 ? 0 : weightOf(name, cells, counts);
    if (weight > 0) fors += weight;
    else againsts -= weight;
  }
  const score = fors - againsts;
  return { score, isDoubtful: (fors > 0 && againsts > 0 && Math.abs(score) < fors) || score === 0 };
}

/** Whether a line could name columns, where the lines below say nothing: different words, and no number. */
export function couldBeNames(line: readonly string[]): boolean {
  const names = line.map((cell) => cell.trim());
  return (
    names.length > 1 &&
    !names.some((name, at) => (name === '' && at > 0) || isNumber(name)) &&
    new Set(names).size === names.length
  );
}

/** Whether the columns of numbers have words in a line: a second line of names, or one of units. */
export function isOverNumbers(line: readonly string[], below: readonly (readonly string[])[]): boolean {
  const columns = line.flatMap((_, at) => {
    const cells = below.map((row) => row[at]?.trim() ?? '').filter((cell) => !isGap(cell));
    return cells.length > 1 && shareNumbers(cells) >= shareOfNumbers ? [at] : [];
  });
  const words = columns.filter((at) => !isGap(line[at].trim()) && !isNumber(line[at].trim()));
  return words.length > 1 && columns.every((at) => !isNumber(line[at].trim()));
}

function weightOf(name: string, cells: readonly string[], counts: boolean): number {
  if (shareNumbers(cells) >= shareOfNumbers) {
    if (isNumber(name)) return counts ? 1 : -1;
    return isGap(name) ? 0 : 1;
  }
  const different = new Set(cells);
  if (different.has(name)) return -1;
  if (isNumber(name)) return 0;
  if (cells.length > 2 && different.size <= shareOfDifferent * cells.length) return 0.5;
  const mean = cells.reduce((sum, cell) => sum + cell.length, 0) / cells.length;
  return mean >= longText && name.length <= longText && cells.length > 2 ? 0.5 : 0;
}

/** 0, 1, 2 … or years: what pandas calls columns without names, and what tables by year have. */
function isCountedLine(line: readonly string[]): boolean {
  const numbers = line.map((cell) => cell.trim()).filter((cell) => isNumber(cell));
  const fewest = numbers[0] === '0' ? 3 : 4;
  return (
    numbers.length >= fewest &&
    numbers.every(
      (cell, at) => /^\d+$/.test(cell) && (at === 0 || Number(cell) === Number(numbers[at - 1]) + 1),
    )
  );
}

function shareNumbers(cells: readonly string[]): number {
  return cells.filter((cell) => isNumber(cell)).length / cells.length;
}

function isGap(cell: string): boolean {
  return isSureGap(cell) || isGapWord(cell);
}
