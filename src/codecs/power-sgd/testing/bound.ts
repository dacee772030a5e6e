// How far the f32 run of PowerSGD may be from the f64 formula, step after step, without looking at the f32 run: computed from
// the formula's own matrices, their singular values and the roundings. Mean units. Frobenius norms, even where the smaller
// spectral norm would do, but for Z. Π is the projector on the span of P̂, a tilde marks the f32 run, u is 2⁻²⁴.
//
// What is carried from step to step: `lost`, the error of each residual; `lostSum`, that of their sum; `turn`, the sine of
// the angle between the spans of Q̃ and Q. The basis of a span does not matter: P̂ · Kᵀ = Π · m, a residual is (I − Π) · m_j,
// and the next span is that of mᵀ · m · Q. So a bound need not grow by a condition number at each orthonormalisation.
//
// Let T be the tangent of the turn, so that Q̃ · A = Q + Q⊥ · T. Then P̃ · A = B + Δ with B = m · Q and
//   Δ = Δm · (Q + Q⊥ · T) + m · Q⊥ · T + roundings,
// and the span turns by at most ‖(I − Π) · Δ‖ / (σ_min(B) − ‖Δ‖): the angle shrinks by ‖(I − Π) · m · Q⊥‖ / σ_min(B), the
// spectral gap of m. The same holds for K = mᵀ · P̂. With Z_j = B⁺ · m_j, m_j = B · Z_j + (I − Π) · m_j, and exactly
//   (I − Π̃) · m̃_j − (I − Π) · m_j = (I − Π̃) · (Δm_j − Δ · Z_j) − Π̃ · (I − Π) · m_j,
// where Σ_j of the first term's Δm_j − Δm · Q · Z_j is Δm · (I − Q · Z): an error in residuals grows by ‖Q · Z‖ a step, near 1.
import { norm, plus, singularValues, solveUpper, times, transposed, type Rows } from './dense';
import type { FormulaStep } from './formula';

/** A rounding to f32, and its products with other roundings. */
const u = 2 ** -24 * (1 + 2 ** -20);
/** All f64 roundings of a sum of fewer than 2¹⁰ terms, of both sides: beside factors of norm 1. */
const nu = 2 ** -42;

export interface StepBound {
  /** ‖S̃ / Σn − mean‖. */
  readonly mean: number;
  /** The residual of each member. */
  readonly residuals: readonly number[];
  /** The sine of the angle between the spans of the next Q̃ and the next Q. */
  readonly turn: number;
  /** σ_max / σ_min of B and K, the larger. */
  readonly condition: number;
}

export class PowerSgdBound {
  #lost: readonly number[];
  #lostSum = 0;
  /** The first Q of the formula spans what the first Q̃ does. */
  #turn = 0;
  #rightOff: number;
  #isFirst = true;
  /** Columns of the factors that are not zero. */
  readonly #k: number;

  /** `right`: the first Q̃ (columns × k). `isRefilled`: the factors have more columns, so that Q is orthonormalised twice. */
  constructor(
    readonly size: number,
    right: Rows,
    readonly isRefilled: boolean,
  ) {
    this.#k = right[0].length;
    this.#rightOff = norm(plus(times(transposed(right), right), identity(this.#k), -1));
    this.#lost = Array.from({ length: size }, () => 0);
  }

  next(step: FormulaStep): StepBound {
    const { before, inputs, whole, right, image, left, coimage, residuals, nextRight } = step;
    const [rows, columns] = [whole.length, whole[0].length];
    const k = this.#k;
    const [lost, qOff] = [this.#lost, this.#rightOff];
    const q = aligned(k === columns ? 0 : this.#turn, qOff);

    // m̃_j: the residual times Σn, and the sum with the gradient, are rounded. Without a residual nothing is.
    const entered = inputs.map((m, j) => (this.#isFirst ? 0 : u * (norm(m) + norm(before[j]) + 2 * lost[j])));
    const off = entered.map((rounding, j) => lost[j] + rounding);
    const offSum = this.#lostSum + total(entered);
    const sizes = inputs.map((m, j) => norm(m) + off[j]);

    // P̃ and its span.
    const outside = plus(whole, times(left, transposed(coimage)), -1); // (I − Π) · m
    const beside = without(whole, right); // m · Q⊥ · Q⊥ᵀ
    const outsideBeside = without(outside, right);
    const pRounded = this.#summed(sizes.map((size) => size * (1 + qOff))) * q.stretch;
    const pDelta = offSum * q.secant + norm(beside) * q.tangent + pRounded;
    const pLeast = least(image, k) - pDelta;
    assertBounded(pLeast, 'P');
    const pTurn = rows === k ? 0 : (offSum * q.secant + norm(outsideBeside) * q.tangent + pRounded) / pLeast; // prettier-ignore
    const pOff = this.#offOf(norm(image) / pLeast);
    const p = aligned(rows === k ? 0 : pTurn + pOff / (1 - pOff), pOff);

    // What each member keeps: first exactly projected, then with the roundings of P̃ to f32, of Q_j, and of two results.
    const upper = times(transposed(left), image);
    const mixed = offSum * q.tangent + (norm(outsideBeside) + pTurn * norm(beside)) * q.tangent + pRounded;
    const projected = inputs.map((m, j) => {
      const z = largest(solveUpper(upper, times(transposed(left), m)));
      return rows === k ? 0 : off[j] + (offSum + mixed) * z + pTurn * norm(residuals[j]);
    });
    const z = solveUpper(upper, transposed(coimage));
    const kept = k === columns ? 0 : largest(z); // ‖I − Q · Z‖ = ‖Q · Z‖: Q · Z is a projector (Szyld 2006)
    const projectedSum = rows === k ? 0 : offSum * kept + mixed * largest(z) + pTurn * norm(outside);
    const tilted = 2 * pOff + pOff * pOff;
    const stored = sizes.map((size, j) => {
      const rounded = (tilted + (1 + pOff) ** 2 * this.#unit + 2 * nu) * size;
      return rounded + 2 * u * (norm(residuals[j]) + projected[j] + rounded);
    });

    // K̃, the sum S̃ and the next Q, which is found from S̃ and Q̃.
    const kRounded = this.#summed(sizes.map((size) => size * (1 + pOff)));
    const size = norm(whole) + offSum;
    const decoded = (1 + pOff) * (size * (1 + pOff) + kRounded);
    const sRounded = (u + nu * Math.sqrt(k)) * decoded;
    const kDelta = offSum * p.secant + norm(outside) * p.tangent + kRounded * p.stretch;
    const again = sRounded * (1 + qOff) + this.#unit * (decoded + sRounded) * (1 + qOff);
    const core = least(times(transposed(coimage), right), k);
    const coreOff = norm(without(transposed(coimage), right)) * q.tangent + kDelta * q.secant;
    const againLeast = ((1 - pOff) * (core - coreOff)) / (q.stretch * p.stretch) - again;
    assertBounded(againLeast, 'S · Q');
    const lOff = this.#offOf(norm(image) / againLeast);
    const lTurn = again / againLeast + lOff / (1 - lOff);
    const cosines = (1 - pOff) * (1 - lOff) * Math.sqrt(1 - lTurn * lTurn);
    const replayed = (sRounded * (1 + lOff) + this.#unit * (decoded + sRounded) * (1 + lOff)) / cosines;
    const kLeast = least(coimage, k) - kDelta - replayed * p.stretch;
    assertBounded(kLeast, 'Q');
    const turned = offSum * p.secant + norm(without(outside, nextRight)) * p.tangent;
    const rightOff = this.#offOf(norm(coimage) / kLeast) * (this.isRefilled ? 2 : 1);
    const turn = (turned + (kRounded + replayed) * p.stretch) / kLeast + rightOff / (1 - rightOff);

    this.#lost = projected.map((one, j) => one + stored[j]);
    this.#lostSum = projectedSum + total(stored);
    this.#turn = columns === k ? 0 : turn;
    this.#rightOff = rightOff;
    this.#isFirst = false;
    return {
      mean: offSum + projectedSum + tilted * size + (1 + pOff) * kRounded + sRounded,
      residuals: this.#lost,
      turn: this.#turn,
      condition: Math.max(largest(image) / least(image, k), largest(coimage) / least(coimage, k)),
    };
  }

  /** A product with a factor of norm 1, rounded once. */
  get #unit(): number {
    return u + nu * Math.sqrt(this.#k);
  }

  /** Products of these sizes, each rounded, then added by N − 1 additions in any order (Higham 2002, section 4.2). */
  #summed(sizes: readonly number[]): number {
    const additions = (this.size - 1) * u;
    const gamma = additions / (1 - additions);
    return total(sizes) * (this.#unit + gamma * (1 + this.#unit));
  }

  /** How far stored columns are from orthonormal ones: rounded to f32, and modified Gram–Schmidt in f64 (Björck 1967). */
  #offOf(condition: number): number {
    return u * Math.sqrt(this.#k) + nu * condition;
  }
}

/** ‖T‖, ‖O + O⊥ · T‖ and ‖A‖ for F · A = O + O⊥ · T, F within `off` of orthonormal columns. */
function aligned(sine: number, off: number): { tangent: number; secant: number; stretch: number } {
  const cosine = Math.sqrt(1 - sine * sine);
  return { tangent: sine / cosine, secant: 1 / cosine, stretch: 1 / (cosine * (1 - off)) };
}

function assertBounded(least: number, name: string): void {
  if (!(least > 0)) throw new Error(`the columns of ${name} could become dependent: there is no bound`);
}

/** a − a · F · Fᵀ. */
function without(a: Rows, factor: Rows): Rows {
  return plus(a, times(times(a, factor), transposed(factor)), -1);
}

function identity(n: number): Rows {
  return Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, c) => (i === c ? 1 : 0)));
}

function largest(a: Rows): number {
  return singularValues(a)[0];
}

function least(a: Rows, k: number): number {
  return singularValues(a)[k - 1];
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
