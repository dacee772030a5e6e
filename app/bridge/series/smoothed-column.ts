// A column that grows, smoothed: a value that is added costs the same however many there are.
import { Smoother } from './smoothing';

export class SmoothedColumn {
  readonly smoothing: number;
  readonly #smoother: Smoother;
  #values = new Float64Array(1024);
  #length = 0;

  constructor(smoothing: number) {
    this.smoothing = smoothing;
    this.#smoother = new Smoother(smoothing);
  }

  /** `column`: that of the last call, and more. The answer is a view: read it at once. */
  of(column: Float64Array): Float64Array {
    if (column.length > this.#values.length) {
      const larger = new Float64Array(2 * column.length);
      larger.set(this.#values.subarray(0, this.#length));
      this.#values = larger;
    }
    for (; this.#length < column.length; this.#length++)
      this.#values[this.#length] = this.#smoother.next(column[this.#length]);
    return this.#values.subarray(0, column.length);
  }
}
