// One member's step: what it adds to the two sums, and what these give. Fill and sum the first, then fill and sum the second,
// then decode. Whoever uses it decides how a sum travels.
import type { PowerSgdPlan } from './plan';
import { decodeSum, leftMessage, nextResidual, orthonormalLeft, rightMessage } from './power-sgd';

export interface FactorSum {
  /** This member’s part. */
  readonly part: Float32Array;
  /** The sum of all parts; the same length. */
  readonly sum: Float32Array;
}

export class FactorSums {
  /** P of all matrices, then the rest. */
  readonly first: FactorSum;
  /** Q of all matrices. */
  readonly second: FactorSum;
  #left: Float32Array = new Float32Array();

  /** `right`: the Q that the step begins with. */
  constructor(
    readonly plan: PowerSgdPlan,
    readonly right: Float32Array,
  ) {
    this.first = roomFor(plan.leftLength + plan.restLength);
    this.second = roomFor(plan.rightLength);
  }

  /** P̂, once the second is filled. */
  get left(): Float32Array {
    return this.#left;
  }

  /** `values`: the gradient plus the residual. */
  fillFirst(values: Float32Array): void {
    this.first.part.set(leftMessage(this.plan, values, this.right));
  }

  /** The first is summed. */
  fillSecond(values: Float32Array): void {
    this.#left = orthonormalLeft(this.plan, this.first.sum);
    this.second.part.set(rightMessage(this.plan, values, this.#left));
  }

  /** Both are summed. Fills `sum`, and `dropped` with the next residual (see nextResidual). */
  decode(values: Float32Array, unit: number, sum: Float32Array, dropped: Float32Array): void {
    decodeSum(this.plan, { firstSum: this.first.sum, left: this.#left, rightSum: this.second.sum }, sum);
    nextResidual(this.plan, { values, left: this.#left, ownRight: this.second.part }, unit, dropped);
  }
}

function roomFor(length: number): FactorSum {
  return { part: new Float32Array(length), sum: new Float32Array(length) };
}
