// What one column of a table holds, learned in one pass: how many numbers, texts and gaps, the numbers' mean and deviation
// with either decimal mark, and the different values while they are few. A column of numbers has one way to write them:
// a mark that some cell cannot have been written with is out for the whole column.
import { type DecimalMark, isGapWord, isSureGap, type NumberCell, numberIn } from './cells';

/** Labels are bytes. */
export const mostClasses = 256;
/** Cells that are remembered to find two equal ones; a Set of so many takes some megabytes. */
const mostRemembered = 100_000;
/** What people and their programs call the numbers of rows, or the names of what rows are about. */
const indexName =
  /^(unnamed: ?\d+|__index_level_\d+__|index|idx|u?uid|guid|rows?|row[ _.]?(names?|number|num|nr|no)|n[ro]\.?|#|n°|lfd\.? ?nr\.?)$|(^|[ _.-])id$/i;
/** No word for a gap does. */
const beginsAsNumber = /^\d/;
const camelId = /[a-z]I[dD]$/;

export class ColumnProfile {
  numbers = 0;
  /** Cells without anything. */
  empty = 0;
  /** Words that are gaps among numbers → how often. */
  readonly gapWords = new Map<string, number>();
  /** The first cell that is no number in the way of those before it, and no gap. */
  firstText: { readonly cell: string; readonly line: number } | undefined;
  /** Undefined: more than `mostClasses`. Value → how often, without gaps and words for them. */
  values: Map<string, number> | undefined = new Map<string, number>();
  /** The first number that is not written in the plain way. */
  shown: string | undefined;
  /** The first cell that is another number with the other mark: 1,234. */
  ambiguous: string | undefined;
  #unit = '';
  #isBare = false;
  #point: NumberTally | undefined = new NumberTally();
  #comma: NumberTally | undefined = new NumberTally();
  #textCharacters = 0;
  #texts = 0;
  #cells = 0;
  /** Undefined: two are equal, or nobody asks. */
  #different: Set<string> | undefined;

  /** `isUnnamed`: other columns have names. `isFirst`: programs write an index there. */
  constructor(
    readonly name: string,
    readonly isUnnamed = false,
    readonly isFirst = false,
  ) {
    if (isUnnamed || isFirst || this.#isNamedIndex) this.#different = new Set();
  }

  add(given: string, line: number): void {
    const cell = given.trim();
    if (!beginsAsNumber.test(cell) && this.#isGap(cell)) return;
    this.#cells++;
    const number = numberIn(cell);
    if (number) this.numbers++;
    else {
      this.#texts++;
      this.#textCharacters += cell.length;
    }
    if (!number || !this.#addNumber(number, cell)) {
      this.#point = this.#comma = undefined;
      this.firstText ??= { cell: cell.slice(0, 40), line };
    }
    this.#noteDifferent(cell);
    if (!this.values) return;
    this.values.set(cell, (this.values.get(cell) ?? 0) + 1);
    if (this.values.size > mostClasses || cell.length > 200) this.values = undefined;
  }

  #isGap(cell: string): boolean {
    if (isSureGap(cell)) {
      this.empty++;
      return true;
    }
    if (!isGapWord(cell)) return false;
    this.gapWords.set(cell, (this.gapWords.get(cell) ?? 0) + 1);
    return true;
  }

  /** 'either': both say the same numbers. 'unclear': they say different ones, and other columns decide. */
  get mark(): DecimalMark | 'either' | 'unclear' {
    if (this.#point && this.#comma) return this.ambiguous === undefined ? 'either' : 'unclear';
    return this.#comma ? 'comma' : 'point';
  }

  tallyOf(mark: DecimalMark): NumberTally {
    return (mark === 'point' ? this.#point : this.#comma) ?? new NumberTally();
  }

  /** Numbers, and beside them only gaps. */
  get isNumbers(): boolean {
    return this.firstText === undefined && this.numbers > 0;
  }

  /** The mean length of texts. */
  get meanCharacters(): number {
    return this.#texts > 0 ? this.#textCharacters / this.#texts : 0;
  }

  /** 1, 2, 3 … or the like: it numbers the rows, and says nothing about them. */
  get isRowNumber(): boolean {
    const hasGaps = this.empty + this.gapWords.size > 0;
    return this.isNumbers && !hasGaps && this.numbers > 2 && (this.#point?.countsUp ?? false);
  }

  /** It names the rows: what pandas, R and databases write beside the data, in whatever order. */
  get isIndex(): boolean {
    if (this.isRowNumber) return true;
    const areWhole = this.isNumbers && (this.#point?.areWhole ?? false);
    if (this.isUnnamed && this.isFirst) return areWhole || this.isAllDifferent;
    return this.#isNamedIndex && this.isAllDifferent && (areWhole || !this.isNumbers);
  }

  /** No cell is that of another row, as far as they are remembered; asked of few columns. */
  get isAllDifferent(): boolean {
    return this.#different !== undefined && this.#cells > 2;
  }

  get #isNamedIndex(): boolean {
    return indexName.test(this.name) || camelId.test(this.name);
  }

  /** What stands beside its numbers: '€'; empty: nothing. */
  get unit(): string {
    return this.#unit;
  }

  /** False: it is not written as those before it. */
  #addNumber({ point, comma, unit, isPlain }: NumberCell, cell: string): boolean {
    if (unit !== '' && this.#unit !== '' && unit !== this.#unit) return false;
    this.#unit ||= unit;
    if (unit === '' && point !== 0) this.#isBare = true;
    // 5 % and 0 go together, $3 and 4 too; 5 % and 0.05 do not.
    if (this.#isBare && /[%‰]/.test(this.#unit)) return false;
    if (point === undefined) this.#point = undefined;
    else this.#point?.add(point);
    if (comma === undefined) this.#comma = undefined;
    else this.#comma?.add(comma);
    if (point !== undefined && comma !== undefined && point !== comma) this.ambiguous ??= cell.slice(0, 40);
    if (!isPlain && this.shown === undefined) this.shown = cell.slice(0, 40);
    return this.#point !== undefined || this.#comma !== undefined;
  }

  #noteDifferent(cell: string): void {
    if (!this.#different) return;
    if (this.#different.has(cell)) this.#different = undefined;
    else if (this.#different.size < mostRemembered) this.#different.add(cell);
  }
}

/** The mean and deviation of numbers that come one by one (Welford 1962), and whether they count up by one. */
class NumberTally {
  count = 0;
  mean = 0;
  areWhole = true;
  countsUp = true;
  /** Sum of squared differences from the mean. */
  #squares = 0;
  #last: number | undefined;

  add(value: number): void {
    this.count++;
    const difference = value - this.mean;
    this.mean += difference / this.count;
    this.#squares += difference * (value - this.mean);
    if (!Number.isInteger(value)) this.areWhole = false;
    if (this.#last !== undefined && value !== this.#last + 1) this.countsUp = false;
    this.#last = value;
  }

  get deviation(): number {
    return this.count > 0 ? Math.sqrt(this.#squares / this.count) : 0;
  }
}
