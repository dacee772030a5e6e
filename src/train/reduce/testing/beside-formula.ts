// A ring that runs PowerSGD in f32 beside the f64 formula of each of its matrices. The two get the same gradients and
// never each other's state, but for the first Q, which is the run's choice.
import { expect } from 'vitest';
import { bytesOf, equalBytes } from '../../../base/bytes';
import { prng } from '../../../base/prng';
import type { FactoredMatrix, PowerSgdPlan } from '../../../codecs/power-sgd/plan';
import { PowerSgdBound } from '../../../codecs/power-sgd/testing/bound';
import { cut, norm, plus, turnOf, type Rows } from '../../../codecs/power-sgd/testing/dense';
import { PowerSgdFormula } from '../../../codecs/power-sgd/testing/formula';
import type { Topology } from '../../../collectives/topology';
import { PowerSgdRing } from './power-sgd-ring';

/** The largest of what was compared. */
export interface Comparison {
  /** The shares of the bound, by what it bounds. */
  readonly shares: { mean: number; residual: number; turn: number; rest: number };
  /** The bound of a mean, of the mean's norm. */
  bound: number;
  /** The condition of the matrices that are orthonormalised. */
  condition: number;
}

export function nothingCompared(): Comparison {
  return { shares: { mean: 0, residual: 0, turn: 0, rest: 0 }, bound: 0, condition: 0 };
}

export class BesideFormula {
  readonly ring: PowerSgdRing;
  readonly #sides: readonly {
    readonly matrix: FactoredMatrix;
    readonly k: number;
    readonly formula: PowerSgdFormula;
    readonly bound: PowerSgdBound;
  }[];

  constructor(
    readonly plan: PowerSgdPlan,
    topology: Topology,
    readonly size: number,
    seed: number,
  ) {
    this.ring = new PowerSgdRing(plan, topology, size, seed);
    this.#sides = plan.matrices.map((matrix) => {
      // More columns than the smaller side depend on the first: they become zero, and add nothing.
      const k = Math.min(matrix.rank, matrix.rows, matrix.columns);
      const right = this.#rightOf(matrix, k);
      const formula = new PowerSgdFormula(right);
      return { matrix, k, formula, bound: new PowerSgdBound(size, right, matrix.rank > k) };
    });
  }

  /** `terms`: Σn is their sum. Notes in `largest` what it compares; throws where a bound is passed. */
  async step(
    gradients: readonly Float32Array[],
    terms: readonly number[],
    largest: Comparison,
  ): Promise<void> {
    const { sums, residuals } = await this.ring.step(gradients, terms);
    const [sum] = sums;
    for (const other of sums) expect(equalBytes(bytesOf(other), bytesOf(sum))).toBe(true);
    const unit = terms.reduce((a, b) => a + b);
    const { shares } = largest;
    const note = (name: keyof Comparison['shares'], off: number, bound: number): void => {
      const share = off === 0 ? 0 : off / bound;
      if (!(share <= 1)) expect.fail(`${name}: off by ${off}, bound ${bound}, N = ${this.size}`);
      shares[name] = Math.max(shares[name], share);
    };
    for (const { matrix, k, formula, bound } of this.#sides) {
      const { start, rows, columns } = matrix;
      const inMeanUnits = (values: Float32Array): Rows =>
        cut(values, start, rows, columns).map((row) => row.map((x) => x / unit));
      const exact = formula.step(gradients.map(inMeanUnits));
      const bounds = bound.next(exact);
      note('mean', norm(plus(inMeanUnits(sum), exact.mean, -1)), bounds.mean);
      for (const [j, values] of residuals.entries())
        note(
          'residual',
          norm(plus(cut(values, start, rows, columns), exact.residuals[j], -1)),
          bounds.residuals[j],
        );
      if (k < columns) note('turn', turnOf(this.#rightOf(matrix, k), exact.nextRight), bounds.turn);
      largest.bound = Math.max(largest.bound, bounds.mean / norm(exact.mean));
      largest.condition = Math.max(largest.condition, bounds.condition);
    }
    for (const { start, end } of this.plan.rest)
      for (let i = start; i < end; i++) {
        const parts = gradients.map((gradient) => gradient[i]);
        const exact = parts.reduce((a, b) => a + b, 0);
        const magnitude = parts.reduce((a, b) => a + Math.abs(b), 0);
        note('rest', Math.abs(sum[i] - exact), (this.size - 1) * 2 ** -24 * (1 + 2 ** -18) * magnitude);
        for (const values of residuals) expect(values[i]).toBe(0);
      }
  }

  #rightOf({ rightAt, columns, rank }: FactoredMatrix, k: number): Rows {
    return cut(this.ring.right, rightAt, columns, rank).map((row) => row.slice(0, k));
  }
}

/** Sums over `terms` loss terms: by matrix `signal` directions that all members share, each member with its own
 *  weights, and noise that is its own and new in every step. Outside the matrices: normal numbers. */
export function gradientOf(
  plan: PowerSgdPlan,
  length: number,
  [step, member]: readonly [number, number],
  { signal, noise, terms }: { readonly signal: number; readonly noise: number; readonly terms: number },
): Float32Array {
  const own = prng('power-sgd gradient', step, member);
  const values = Float32Array.from({ length }, () => terms * own.normal());
  for (const [index, { start, rows, columns }] of plan.matrices.entries()) {
    const common = prng('power-sgd directions', index);
    const directions = Array.from({ length: Math.min(signal, rows, columns) }, () => ({
      u: Array.from({ length: rows }, () => common.normal()),
      v: Array.from({ length: columns }, () => common.normal()),
      weight: terms * (0.5 + own.float()),
    }));
    for (let i = 0; i < rows; i++)
      for (let c = 0; c < columns; c++) {
        const shared = directions.reduce((sum, { u, v, weight }) => sum + weight * u[i] * v[c], 0);
        values[start + i * columns + c] = shared + noise * terms * own.normal();
      }
  }
  return values;
}
