// Holds a plan's tensors in ordinary memory and runs its calls by their references. The plain-loop engine uses f32, the
// oracle of the tests f64. Parameters and gradients are views of one flat vector each.
import { assert } from '../../base/assert';
import type { Reals } from '../../ops/reals';
import type { MicroBatch } from '../engine';
import { writeTargets, writeTokenOrder } from '../plan/host-tensors';
import type { Plan } from '../plan/plan';
import type { PlanModel } from './plan-model';
import type { ReferenceTensors } from '../../ops/op-call';

export class ReferenceModel implements PlanModel, ReferenceTensors {
  readonly parameters: Reals; // (parameterCount)
  readonly gradients: Reals; // (parameterCount)
  readonly #reals = new Map<string, Reals>();
  readonly #integers = new Map<string, Uint32Array>();

  constructor(
    readonly plan: Plan,
    Precision: Float32ArrayConstructor | Float64ArrayConstructor,
  ) {
    this.parameters = new Precision(plan.parameterCount);
    this.gradients = new Precision(plan.parameterCount);
    for (const { name, length, storage, role } of plan.tensors) {
      if (role.kind === 'parameter' || role.kind === 'gradient') {
        const flat = role.kind === 'parameter' ? this.parameters : this.gradients;
        const { offset } = plan.slots[role.slot];
        this.#reals.set(name, flat.subarray(offset, offset + length));
      } else if (storage === 'u32') this.#integers.set(name, new Uint32Array(length));
      else this.#reals.set(name, new Precision(length));
    }
  }

  readonly reals = (name: string): Reals => {
    const tensor = this.#reals.get(name);
    assert(tensor, `the plan has a tensor ${name}`);
    return tensor;
  };

  readonly integers = (name: string): Uint32Array => {
    const tensor = this.#integers.get(name);
    assert(tensor, `the plan has a tensor ${name} of integers`);
    return tensor;
  };

  setParameters(flat: Float32Array): void {
    this.parameters.set(flat);
  }

  readParameters(): Float32Array {
    return Float32Array.from(this.parameters);
  }

  clearGradients(): void {
    this.gradients.fill(0);
  }

  copyGradient(start: number, end: number, into: Float32Array): void {
    into.set(this.gradients.subarray(start, end), start);
  }

  sums(): { readonly lossSum: number; readonly correct: number } {
    const [lossSum, correct] = this.reals('sums');
    return { lossSum, correct };
  }

  logits(): Float32Array {
    return Float32Array.from(this.reals(this.plan.logits));
  }

  /** Without `drops` dropout is off, as in evaluation. */
  load(batch: MicroBatch, options: { readonly drops: boolean } = { drops: true }): void {
    this.reals('inputs').set(batch.inputs);
    writeTargets(this.plan, batch, this.integers('targets'), options);
    if (this.plan.vocabulary !== undefined)
      writeTokenOrder(batch.inputs, this.plan.vocabulary, this.integers('token-order'));
  }

  clearSums(): void {
    this.reals('sums').fill(0);
  }

  /** Logits, loss sums and the gradient of the logits. */
  forward(): void {
    for (const call of this.plan.forward) call.reference(this);
  }

  /** Backward calls [from, to). */
  backward(from = 0, to = this.plan.backward.length): void {
    for (let index = from; index < to; index++) this.plan.backward[index].reference(this);
  }
}
