// The lines of a chart as columns: a picture reads some thousand values each time it is drawn, and an object for each of
// its points would cost more than the picture.

/** One point of x with the values of all lines. */
export interface Row {
  readonly x: number;
  readonly step: number;
  /** The number of gaps before this row: steps that the ring took while this replica was away. */
  readonly segment: number;
  readonly [line: string]: number | undefined;
}

export class Curves {
  readonly x: Float64Array;
  readonly step: Float64Array;
  readonly segment: Float64Array;
  readonly #lines: Readonly<Record<string, Float64Array>>;
  readonly #points: Readonly<Record<string, Uint8Array>>;

  /** All columns have the same length; x ascends. NaN: the line has no value there. `points`: 1 at the rows that a line
   *  needs for its shape; a line without them needs all. */
  constructor(
    { x, step, segment }: Pick<Curves, 'x' | 'step' | 'segment'>,
    lines: Readonly<Record<string, Float64Array>>,
    points: Readonly<Record<string, Uint8Array>> = {},
  ) {
    this.x = x;
    this.step = step;
    this.segment = segment;
    this.#lines = lines;
    this.#points = points;
  }

  static of(rows: readonly Row[]): Curves {
    const column = (key: string): Float64Array => Float64Array.from(rows, (row) => row[key] ?? NaN);
    const keys = new Set(rows.flatMap((row) => Object.keys(row)));
    const lines = Object.fromEntries([...keys].map((key) => [key, column(key)]));
    return new Curves({ x: column('x'), step: column('step'), segment: column('segment') }, lines);
  }

  get length(): number {
    return this.x.length;
  }

  /** Empty: there is no such line. */
  line(key: string): Float64Array {
    return this.#lines[key] ?? noLine;
  }

  /** undefined: the shape of the line needs every row. */
  points(key: string): Uint8Array | undefined {
    return this.#points[key];
  }

  /** undefined: the line has no value there. */
  at(key: string, row: number): number | undefined {
    const value = this.line(key)[row];
    return Number.isFinite(value) ? value : undefined;
  }

  /** The newest value of a line. */
  last(key: string): number | undefined {
    const line = this.line(key);
    for (let row = line.length - 1; row >= 0; row--) if (Number.isFinite(line[row])) return line[row];
    return undefined;
  }

  /** The smallest and the largest value of the lines; infinite: they have none. `above`: larger ones only. */
  range(keys: readonly string[], above = -Infinity): readonly [low: number, high: number] {
    let [low, high] = [Infinity, -Infinity];
    for (const key of keys) {
      const line = this.line(key);
      for (let row = 0; row < line.length; row++) {
        const value = line[row];
        if (!(value > above && value < Infinity)) continue;
        if (value < low) low = value;
        if (value > high) high = value;
      }
    }
    return [low, high];
  }

  /** The rows for tables and files. */
  rows(): Row[] {
    const keys = Object.keys(this.#lines);
    return Array.from(this.x, (x, row) => ({
      ...Object.fromEntries(keys.map((key) => [key, this.at(key, row)])),
      x,
      step: this.step[row],
      segment: this.segment[row],
    }));
  }
}

const noLine = new Float64Array();
