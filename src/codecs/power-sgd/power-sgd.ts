// PowerSGD (Vogels et al. 2019, arXiv 1905.13727): a gradient matrix M as two thin factors, P̂ · Qᵀ, from one step of
// subspace iteration that starts where the last step ended. A step is two sums over the members:
//   P_j = M_j · Q, sent with the rest as f32 → P = ΣP_j, orthonormalised: P̂
//   Q_j = M_jᵀ · P̂, sent as f32             → ΣQ_j, and ΣM_j ≈ P̂ · (ΣQ_j)ᵀ
// M_j is the local gradient plus the residual; the next residual is M_j − P̂ · Q_jᵀ. Their sum is what the step
// dropped. Q starts orthonormal in every step, which changes no span but bounds ‖P_j‖ and ‖Q_j‖ per column by ‖M_j‖. Q
// is replicated state. The next one is a function of it and of the step's sum S = P̂ · (ΣQ_j)ᵀ: S · Q = P up to
// roundings, and so Sᵀ · P̂ = ΣQ_j. Whoever replays logged sums thus finds the same Q. All here is exact arithmetic
// (E3).
import { assert } from '../../base/assert';
import { prng } from '../../base/prng';
import { orthonormalize } from './orthonormalize';
import type { FactoredMatrix, PowerSgdPlan } from './plan';
import { chosenProducts } from './self-test';

/** The first Q: random columns, a function of the seed and the plan. */
export function firstRight(plan: PowerSgdPlan, seed: number): Float32Array {
  return rightOf(plan, new Float32Array(plan.rightLength), seed, 0);
}

/** The Q to begin a step with. Zeros stand for one that begins again; `step` names the step before. */
export function rightOf(plan: PowerSgdPlan, held: Float32Array, seed: number, step: number): Float32Array {
  return held.some((value) => value !== 0) ? held : columnsOf(plan, held, seed, step);
}

/** The first message of a contribution: all P_j, then the rest. `values`: the gradient plus the residual. */
export function leftMessage(
  plan: PowerSgdPlan,
  values: Float32Array,
  right: Float32Array,
  { multiplyRight } = chosenProducts(),
): Float32Array {
  assertLength('Q', right, plan.rightLength);
  const message = new Float32Array(plan.leftLength + plan.restLength);
  for (const matrix of plan.matrices) multiplyRight(matrix, values, right, message);
  let at = plan.leftLength;
  for (const { start, end } of plan.rest) {
    message.set(values.subarray(start, end), at);
    at += end - start;
  }
  return message;
}

/** P̂ of the summed first messages. A column that depends on earlier ones is zero, and so contributes nothing. */
export function orthonormalLeft(plan: PowerSgdPlan, sum: Float32Array): Float32Array {
  assertLength('the first sum', sum, plan.leftLength + plan.restLength);
  const left = sum.slice(0, plan.leftLength);
  for (const { leftAt, rows, rank } of plan.matrices)
    orthonormalize(left.subarray(leftAt, leftAt + rows * rank), rows, rank);
  return left;
}

/** The second message of a contribution: all Q_j. */
export function rightMessage(
  plan: PowerSgdPlan,
  values: Float32Array,
  left: Float32Array,
  { multiplyLeft } = chosenProducts(),
): Float32Array {
  assertLength('P', left, plan.leftLength);
  const message = new Float32Array(plan.rightLength);
  for (const matrix of plan.matrices) multiplyLeft(matrix, values, left, message);
  return message;
}

/** What every member has of a step. */
interface StepSums {
  readonly firstSum: Float32Array;
  /** P̂, with orthonormal columns. */
  readonly left: Float32Array;
  /** ΣQ_j. */
  readonly rightSum: Float32Array;
}

/** What a member sent of its part. */
interface OwnPart {
  /** M_j: the part, whole. */
  readonly values: Float32Array;
  /** P̂. */
  readonly left: Float32Array;
  /** Q_j. */
  readonly ownRight: Float32Array;
}

/** Fills `into` with the step’s sum: P̂ · (ΣQ_j)ᵀ, and the rest of the first sum as it is. */
export function decodeSum(
  plan: PowerSgdPlan,
  { firstSum, left, rightSum }: StepSums,
  into: Float32Array,
  { reconstruct } = chosenProducts(),
): void {
  assertLength('the second sum', rightSum, plan.rightLength);
  for (const matrix of plan.matrices) reconstruct(matrix, left, rightSum, into);
  let at = plan.leftLength;
  for (const { start, end } of plan.rest) {
    into.set(firstSum.subarray(at, at + end - start), start);
    at += end - start;
  }
}

/** Fills `into`, which may not be the old residual, with f(M_j − P̂ · Q_jᵀ) / unit, rounded to f32; the rest loses
 *  nothing. `unit`: an f32, Σn where the residual is in mean units. */
export function nextResidual(
  plan: PowerSgdPlan,
  { values, left, ownRight }: OwnPart,
  unit: number,
  into: Float32Array,
  { reconstruct } = chosenProducts(),
): void {
  for (const matrix of plan.matrices) {
    reconstruct(matrix, left, ownRight, into, values);
    const { start, rows, columns } = matrix;
    for (let i = start; i < start + rows * columns; i++) into[i] /= unit;
  }
  for (const { start, end } of plan.rest) into.fill(0, start, end);
}

/** The Q of the next step, from the step's sum and the Q before. `step` names the step that ended. */
export function nextRight(
  plan: PowerSgdPlan,
  sum: Float32Array,
  right: Float32Array,
  seed: number,
  step: number,
): Float32Array {
  const left = orthonormalLeft(plan, leftMessage(plan, sum, right));
  return columnsOf(plan, rightMessage(plan, sum, left), seed, step);
}

/** Orthonormal columns. One that became zero starts again, so that a rank once lost is found again. */
function columnsOf(plan: PowerSgdPlan, rightSum: Float32Array, seed: number, step: number): Float32Array {
  assertLength('Q', rightSum, plan.rightLength);
  const right = rightSum.slice();
  for (const [index, matrix] of plan.matrices.entries()) {
    const factor = right.subarray(matrix.rightAt, matrix.rightAt + matrix.columns * matrix.rank);
    const zeros = orthonormalize(factor, matrix.columns, matrix.rank);
    for (const column of zeros) fillColumn(matrix, factor, column, ['power-sgd', seed, step, index, column]);
    if (zeros.length > 0) orthonormalize(factor, matrix.columns, matrix.rank);
  }
  return right;
}

function fillColumn(
  { columns, rank }: FactoredMatrix,
  factor: Float32Array,
  column: number,
  stream: readonly (number | string)[],
): void {
  const random = prng(...stream);
  for (let c = 0; c < columns; c++) factor[c * rank + column] = random.normal();
}

function assertLength(name: string, array: Float32Array, length: number): void {
  assert(array.length === length, `${name} has ${array.length} elements, and its plan ${length}`);
}
