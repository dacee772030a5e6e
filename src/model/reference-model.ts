// A plan's tensors in ordinary memory and its calls run by the references, in f32 (the CPU engine) or f64 (the
// oracle of the tests). Parameters and gradients are views of one flat vector each.
import { assert } from '../base/assert';
import type { Reals } from '../ops/reals';
import { runReference, type ReferenceTensors } from '../ops/run-reference';
import type { MicroBatch } from './engine';
import type { Plan } from './plan';

export class ReferenceModel implements ReferenceTensors {
  readonly parameters: Reals; // (parameterCount)
  readonly gradients: Reals; // (parameterCount)
  readonly #tensors = new Map<string, Reals>();
  #labels: Uint32Array = new Uint32Array(0);
  readonly #weights: Reals;

  constructor(
    readonly plan: Plan,
    Precision: Float32ArrayConstructor | Float64ArrayConstructor,
  ) {
    this.parameters = new Precision(plan.parameterCount);
    this.gradients = new Precision(plan.parameterCount);
    this.#weights = new Precision(plan.microBatch);
    for (const { name, length, role } of plan.tensors) {
      if (role.kind === 'parameter' || role.kind === 'gradient') {
        const flat = role.kind === 'parameter' ? this.parameters : this.gradients;
        const { offset } = plan.slots[role.slot];
        this.#tensors.set(name, flat.subarray(offset, offset + length));
      } else if (role.kind !== 'targets') this.#tensors.set(name, new Precision(length));
    }
  }

  readonly reals = (name: string): Reals => {
    const tensor = this.#tensors.get(name);
    assert(tensor, `the plan has a tensor ${name}`);
    return tensor;
  };

  targets(): { labels: Uint32Array; weights: Reals } {
    return { labels: this.#labels, weights: this.#weights };
  }

  load({ inputs, labels, weights }: MicroBatch): void {
    this.reals('inputs').set(inputs);
    this.#labels = labels;
    this.#weights.set(weights);
  }

  clearSums(): void {
    this.reals('sums').fill(0);
  }

  /** Logits, loss sums and the gradient of the logits. */
  forward(): void {
    for (const call of this.plan.forward) runReference(call, this);
  }

  /** Backward calls [from, to). */
  backward(from = 0, to = this.plan.backward.length): void {
    for (let index = from; index < to; index++) runReference(this.plan.backward[index], this);
  }
}
