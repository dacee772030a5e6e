// What one column of a table holds, learned in one pass: how many numbers, texts and gaps, the numbers' mean and
// deviation, and the different values while they are few.
import { isMissing, isNumber } from './cells';

/** Labels are bytes. */
export const mostClasses = 256;

export class ColumnProfile {
  numbers = 0;
  missing = 0;
  /** The first cell that is neither a number nor a gap. */
  firstText: { readonly cell: string; readonly line: number } | undefined;
  /** Undefined: more than `mostClasses`. Value → how often, without gaps. */
  values: Map<string, number> | undefined = new Map<string, number>();
  areWhole = true;
  #textCharacters = 0;
  #texts = 0;
  #mean = 0;
  /** Sum of squared differences from the mean (Welford 1962). */
  #squares = 0;
  #last: number | undefined;
  #countsUp = true;

  constructor(readonly name: string) {}

  add(given: string, line: number): void {
    const cell = given.trim();
    if (isMissing(cell)) {
      this.missing++;
      return;
    }
    if (isNumber(cell)) this.#addNumber(Number(cell));
    else {
      this.#texts++;
      this.#textCharacters += cell.length;
      this.firstText ??= { cell: cell.slice(0, 40), line };
    }
    if (!this.values) return;
    this.values.set(cell, (this.values.get(cell) ?? 0) + 1);
    if (this.values.size > mostClasses || cell.length > 200) this.values = undefined;
  }

  get mean(): number {
    return this.#mean;
  }

  get deviation(): number {
    return this.numbers > 0 ? Math.sqrt(this.#squares / this.numbers) : 0;
  }

  get meanCharacters(): number {
    return this.#texts > 0 ? this.#textCharacters / this.#texts : 0;
  }

  /** 1, 2, 3 … or the like: it numbers the rows, and says nothing about them. */
  get isRowNumber(): boolean {
    return this.#countsUp && this.numbers > 2 && this.firstText === undefined && this.missing === 0;
  }

  #addNumber(value: number): void {
    this.numbers++;
    const difference = value - this.#mean;
    this.#mean += difference / this.numbers;
    this.#squares += difference * (value - this.#mean);
    if (!Number.isInteger(value)) this.areWhole = false;
    if (this.#last !== undefined && value !== this.#last + 1) this.#countsUp = false;
    this.#last = value;
  }
}
