// A plan in memory that this thread computes: what an engine on the processor needs of it. Where its tensors lie, and what
// runs its calls, is for the two kinds of it to say.
import { assert } from '../../base/assert';
import { fromHalfs } from '../../base/float16';
import type { ReferenceTensors } from '../../ops/op-call';
import type { Reals } from '../../ops/reals';
import type { MicroBatch } from '../engine';
import { writeTargets, writeTokenOrder } from '../plan/host-tensors';
import type { Plan } from '../plan/plan';
import { gradientOf } from '../plan/plan-tensor';

export abstract class PlanModel implements ReferenceTensors {
  readonly #tensors = new Map<string, Reals | Uint16Array | Uint32Array>();

  constructor(readonly plan: Plan) {}

  /** f16 where the tensor is stored so: no reference reads it. */
  protected hold(name: string, values: Reals | Uint16Array | Uint32Array): void {
    this.#tensors.set(name, values);
  }

  readonly reals = (name: string): Reals => {
    const tensor = this.#tensors.get(name);
    assert(tensor instanceof Float32Array || tensor instanceof Float64Array, `the plan has reals ${name}`);
    return tensor;
  };

  readonly integers = (name: string): Uint32Array => {
    const tensor = this.#tensors.get(name);
    assert(tensor instanceof Uint32Array, `the plan has a tensor ${name} of integers`);
    return tensor;
  };

  setParameters(flat: Float32Array): void {
    for (const { name, offset, length } of this.plan.slots)
      this.reals(name).set(flat.subarray(offset, offset + length));
  }

  setBase(halves: Uint16Array): void {
    for (const { name, offset, length } of this.plan.base) {
      const tensor = this.#tensors.get(name)!;
      const part = halves.subarray(offset, offset + length);
      tensor.set(tensor instanceof Uint16Array ? part : fromHalfs(part));
    }
  }

  /** A copy. */
  readParameters(): Float32Array {
    const flat = new Float32Array(this.plan.parameterCount);
    for (const { name, offset } of this.plan.slots) flat.set(this.reals(name), offset);
    return flat;
  }

  /** Copies flat elements [start, end) of the gradient to their place in `into`. */
  copyGradient(start: number, end: number, into: Float32Array): void {
    for (const { name, offset, length } of this.plan.slots) {
      const from = Math.max(start, offset);
      const to = Math.min(end, offset + length);
      if (from < to) into.set(this.reals(gradientOf(name)).subarray(from - offset, to - offset), from);
    }
  }

  clearSums(): void {
    this.reals('sums').fill(0);
  }

  /** The sums of all micro-batches since clearSums. */
  sums(): { readonly lossSum: number; readonly score: number } {
    const [lossSum, score] = this.reals('sums');
    return { lossSum, score };
  }

  /** Logits, loss sums and the gradient of the logits. */
  forward(): void {
    this.runForward(0, this.plan.forward.length);
  }

  /** Loss sums only. */
  evaluate(): void {
    for (const { from, lossEnd } of this.plan.pieces) this.runForward(from, lossEnd);
  }

  /** The logits (microBatch, terms, classes). */
  predict(): Float32Array {
    const { pieces, microBatch, terms, classes } = this.plan;
    const logits = new Float32Array(microBatch * terms * classes);
    let at = 0;
    for (const piece of pieces) {
      this.runForward(piece.from, piece.logitsEnd);
      logits.set(this.reals(piece.logits), at);
      at += piece.rows * classes;
    }
    return logits;
  }

  /** Without `drops` dropout is off, as in evaluation. */
  load(batch: MicroBatch, options: { readonly drops: boolean } = { drops: true }): void {
    this.reals('inputs').set(batch.inputs);
    writeTargets(this.plan, batch, this.integers('targets'), options);
    if (this.plan.vocabulary !== undefined)
      writeTokenOrder(batch.inputs, this.plan.vocabulary, this.integers('token-order'));
  }

  abstract clearGradients(): void;
  /** Forward calls [from, to). */
  protected abstract runForward(from: number, to: number): void;
  /** Backward calls [from, to). */
  abstract backward(from?: number, to?: number): void;
}
