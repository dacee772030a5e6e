// PowerSGD with error feedback for one matrix, in f64 and in the words of the paper (Vogels et al. 2019, arXiv 1905.13727,
// algorithms 1 and 2). Nothing of src/codecs is used, and no state of the f32 run ever enters after the first Q.
import { orthonormal, plus, sumOf, times, transposed, type Rows } from './dense';

/** One step. m is rows × columns, k the number of columns of the factors. All in mean units. */
export interface FormulaStep {
  /** What each member’s last step left. */
  readonly before: readonly Rows[];
  /** m_j: its share of the mean gradient and `before`. */
  readonly inputs: readonly Rows[];
  /** m = Σm_j. */
  readonly whole: Rows;
  /** Q, orthonormal: columns × k. */
  readonly right: Rows;
  /** B = m · Q: rows × k. */
  readonly image: Rows;
  /** P̂, the orthonormalised B. */
  readonly left: Rows;
  /** K = mᵀ · P̂: columns × k. */
  readonly coimage: Rows;
  /** P̂ · Kᵀ: the mean gradient that all members decode. */
  readonly mean: Rows;
  /** m_j − P̂ · (m_jᵀ · P̂)ᵀ of each member. */
  readonly residuals: readonly Rows[];
  /** The orthonormalised K. */
  readonly nextRight: Rows;
}

export class PowerSgdFormula {
  #right: Rows;
  #residuals: readonly Rows[] | undefined;

  constructor(right: Rows) {
    this.#right = orthonormal(right);
  }

  /** `shares`: by member, its gradient's share of the mean. */
  step(shares: readonly Rows[]): FormulaStep {
    const before = this.#residuals ?? shares.map((share) => share.map((row) => row.map(() => 0)));
    const inputs = shares.map((share, j) => plus(share, before[j]));
    const whole = sumOf(inputs);
    const right = this.#right;
    const image = sumOf(inputs.map((m) => times(m, right)));
    const left = orthonormal(image);
    const coimages = inputs.map((m) => times(transposed(m), left));
    const coimage = sumOf(coimages);
    const mean = times(left, transposed(coimage));
    const residuals = inputs.map((m, j) => plus(m, times(left, transposed(coimages[j])), -1));
    const nextRight = orthonormal(coimage);
    this.#right = nextRight;
    this.#residuals = residuals;
    return { before, inputs, whole, right, image, left, coimage, mean, residuals, nextRight };
  }
}
