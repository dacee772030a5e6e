// Numbers of each step, outside React: columns of Float64Array that grow to `capacity` rows and then drop the oldest.
// `column` reads rows in order. `dropped` counts overwritten rows, so that caches know their base.

export class MetricRing<Column extends string> {
  readonly #columns: readonly Column[];
  readonly #capacity: number;
  #store: Float64Array[];
  #allocated: number;
  #start = 0;
  #length = 0;
  #dropped = 0;

  constructor(columns: readonly Column[], capacity = 1 << 18, initial = 1024) {
    this.#columns = columns;
    this.#capacity = capacity;
    this.#allocated = Math.min(initial, capacity);
    this.#store = columns.map(() => new Float64Array(this.#allocated));
  }

  get length(): number {
    return this.#length;
  }

  /** Rows overwritten since the start: row 0 of `column` is row `dropped` of all rows ever pushed. */
  get dropped(): number {
    return this.#dropped;
  }

  push(row: Readonly<Record<Column, number>>): void {
    if (this.#length === this.#allocated && this.#allocated < this.#capacity) this.#grow();
    const isFull = this.#length === this.#capacity;
    const at = isFull ? this.#start : this.#length;
    for (let c = 0; c < this.#columns.length; c++) this.#store[c][at] = row[this.#columns[c]];
    if (isFull) {
      this.#start = (this.#start + 1) % this.#capacity;
      this.#dropped++;
    } else {
      this.#length++;
    }
  }

  /** The value of `row` (0 = oldest kept), or NaN outside. */
  at(column: Column, row: number): number {
    if (row < 0 || row >= this.#length) return NaN;
    return this.#store[this.#columns.indexOf(column)][(this.#start + row) % this.#allocated];
  }

  /** Oldest first. A view while nothing was dropped, else a copy: read it at once, do not keep it. */
  column(column: Column): Float64Array {
    const values = this.#store[this.#columns.indexOf(column)];
    if (this.#start === 0) return values.subarray(0, this.#length);
    const ordered = new Float64Array(this.#length);
    ordered.set(values.subarray(this.#start, this.#length));
    ordered.set(values.subarray(0, this.#start), this.#length - this.#start);
    return ordered;
  }

  clear(): void {
    this.#start = 0;
    this.#length = 0;
    this.#dropped = 0;
  }

  #grow(): void {
    this.#allocated = Math.min(this.#allocated * 2, this.#capacity);
    this.#store = this.#store.map((old) => {
      const larger = new Float64Array(this.#allocated);
      larger.set(old);
      return larger;
    });
  }
}
