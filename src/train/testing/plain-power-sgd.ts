// PowerSGD a second time, for the replay oracle (PROTOCOL.md C11, EXACTNESS.md E21, E26): matrices as rows of numbers,
// f64 sums in ascending order, each result rounded once to f32. Nothing of src/codecs is used.
import { prng } from '../../base/prng';
import type { MemberId } from '../../membership/view';
import { plainKept, plainScale, plainScaled, plainSquares } from './plain-bounded';

type Rows = number[][];

interface Matrix {
  readonly start: number;
  readonly rows: number;
  readonly columns: number;
}

const f = Math.fround;

/** Adds one message over the ring positions, in the order of the plan's topology. */
export type AddMessages = (byPosition: readonly Float32Array[]) => Float32Array;

export interface PlainPart {
  readonly member: MemberId;
  readonly gradient: Float32Array;
  readonly isListed: boolean;
  /** The scale's loss terms and norms, where parts are bounded. */
  readonly bounded?: { readonly terms: number; readonly norms: readonly number[] } | undefined;
}

export class PlainPowerSgd {
  /** The residuals in mean units. */
  readonly #residuals = new Map<MemberId, Float32Array>();
  readonly #matrices: Matrix[] = [];
  readonly #rest: number[] = [];

  constructor(
    slots: readonly { readonly offset: number; readonly shape: readonly number[] }[],
    readonly rank: number,
    readonly seed: number,
  ) {
    for (const { offset, shape } of slots) {
      const size = shape.reduce((a, b) => a * b, 1);
      const cuts = shape.map((_, axis) => {
        const rows = shape.slice(0, axis).reduce((a, b) => a * b, 1);
        return { start: offset, rows, columns: size / rows };
      });
      const best = cuts.reduce((a, b) => (b.rows + b.columns < a.rows + a.columns ? b : a));
      if (2 * rank * (best.rows + best.columns) <= size) this.#matrices.push(best);
      else for (let i = 0; i < size; i++) this.#rest.push(offset + i);
    }
  }

  /** `parts`: by ring position. `held`: Q as the state holds it; `step`: finished steps. Returns the step's sum. */
  sum(
    parts: readonly PlainPart[],
    held: Float32Array,
    step: number,
    exampleCount: number,
    add: AddMessages,
  ): Float32Array {
    const rights = this.#rights(held, step);
    const scales: number[] = [];
    const inputs = parts.map(({ member, gradient, isListed, bounded }, at) => {
      const before = this.#residuals.get(member);
      scales[at] = 1;
      if (!isListed) return gradient;
      const whole = before ? gradient.map((g, i) => f(g + f(before[i] * exampleCount))) : gradient;
      if (bounded)
        scales[at] = plainScale(bounded.norms, bounded.terms, plainSquares(whole, 0, whole.length));
      return plainScaled(whole, scales[at]);
    });
    const first = add(
      inputs.map((values) =>
        Float32Array.from([
          ...this.#matrices.flatMap((matrix, m) => product(rowsOf(values, matrix), rights[m]).flat()),
          ...this.#rest.map((i) => values[i]),
        ]),
      ),
    );
    let at = 0;
    const lefts = this.#matrices.map(({ rows }) => {
      const left = cut(first, at, rows, this.rank);
      at += rows * this.rank;
      return orthonormal(left).columns;
    });
    const rightParts = inputs.map((values) =>
      this.#matrices.map((matrix, m) => product(transposed(rowsOf(values, matrix)), lefts[m])),
    );
    const second = add(rightParts.map((factors) => Float32Array.from(factors.flat(2))));
    const sum = new Float32Array(held.length);
    this.#rest.forEach((i, k) => (sum[i] = first[at + k]));
    let rightAt = 0;
    for (const [m, { start, columns }] of this.#matrices.entries()) {
      const right = cut(second, rightAt, columns, this.rank);
      rightAt += columns * this.rank;
      sum.set(product(lefts[m], transposed(right)).flat(), start);
    }
    parts.forEach(({ member, isListed }, position) => {
      if (!isListed) return;
      const lost = new Float32Array(held.length);
      for (const [m, matrix] of this.#matrices.entries()) {
        const own = rightParts[position][m];
        rowsOf(inputs[position], matrix).forEach((row, i) =>
          row.forEach((x, c) => {
            const seen = lefts[m][i].reduce((so, p, k) => so + p * own[c][k], 0);
            lost[matrix.start + i * matrix.columns + c] = f(f(x - seen) / exampleCount);
          }),
        );
      }
      this.#residuals.set(member, plainKept(lost, scales[position], this.#residuals.get(member)));
    });
    return sum;
  }

  /** Q after a step with this sum. */
  next(sum: Float32Array, held: Float32Array, step: number): Float32Array {
    const rights = this.#rights(held, step - 1);
    const next = new Float32Array(held.length);
    for (const [m, matrix] of this.#matrices.entries()) {
      const rows = rowsOf(sum, matrix);
      const left = orthonormal(product(rows, rights[m])).columns;
      next.set(this.#renewed(product(transposed(rows), left), step, m).flat(), matrix.start);
    }
    return next;
  }

  #rights(held: Float32Array, step: number): Rows[] {
    const isNew = held.every((value) => value === 0);
    return this.#matrices.map(({ start, columns }, m) => {
      const right = cut(held, start, columns, this.rank);
      return isNew ? this.#renewed(right, step, m) : right;
    });
  }

  /** Orthonormal columns; those that are zero are drawn again. */
  #renewed(right: Rows, step: number, matrix: number): Rows {
    const { columns, zeros } = orthonormal(right);
    if (zeros.length === 0) return columns;
    for (const k of zeros) {
      const random = prng('power-sgd', this.seed, step, matrix, k);
      for (const row of columns) row[k] = f(random.normal());
    }
    return orthonormal(columns).columns;
  }
}

function rowsOf(values: Float32Array, { start, rows, columns }: Matrix): Rows {
  return cut(values, start, rows, columns);
}

function cut(values: Float32Array, start: number, rows: number, columns: number): Rows {
  return Array.from({ length: rows }, (_, i) =>
    Array.from(values.subarray(start + i * columns, start + (i + 1) * columns)),
  );
}

function transposed(rows: Rows): Rows {
  return rows[0].map((_, c) => rows.map((row) => row[c]));
}

function product(a: Rows, b: Rows): Rows {
  return a.map((row) => b[0].map((_, k) => f(row.reduce((sum, x, c) => sum + x * b[c][k], 0))));
}

/** Modified Gram–Schmidt in f64, rounded at the end. */
function orthonormal(matrix: Rows): { columns: Rows; zeros: number[] } {
  const columns = transposed(matrix);
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, x, i) => sum + x * b[i], 0);
  const zeros: number[] = [];
  columns.forEach((column, k) => {
    const before = Math.sqrt(dot(column, column));
    for (const other of columns.slice(0, k)) {
      const part = dot(other, column);
      column.forEach((x, i) => (column[i] = x - part * other[i]));
    }
    const length = Math.sqrt(dot(column, column));
    const isZero = !(length > 2 ** -20 * before);
    if (isZero) zeros.push(k);
    column.forEach((x, i) => (column[i] = isZero ? 0 : x / length));
  });
  return { columns: transposed(columns).map((row) => row.map(f)), zeros };
}
