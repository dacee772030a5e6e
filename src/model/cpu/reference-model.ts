// Holds a plan's tensors in ordinary memory and runs its calls by their references. The plain-loop engine uses f32, the
// oracle of the tests f64. Parameters and gradients are views of one flat vector each.
import type { Reals } from '../../ops/reals';
import type { Plan } from '../plan/plan';
import { PlanModel } from './plan-model';

export class ReferenceModel extends PlanModel {
  readonly parameters: Reals; // (parameterCount)
  readonly gradients: Reals; // (parameterCount)

  constructor(plan: Plan, Precision: Float32ArrayConstructor | Float64ArrayConstructor) {
    super(plan);
    this.parameters = new Precision(plan.parameterCount);
    this.gradients = new Precision(plan.parameterCount);
    for (const { name, length, storage, role } of plan.tensors) {
      if (role.kind === 'parameter' || role.kind === 'gradient') {
        const flat = role.kind === 'parameter' ? this.parameters : this.gradients;
        const { offset } = plan.slots[role.slot];
        this.hold(name, flat.subarray(offset, offset + length));
      } else this.hold(name, storage === 'u32' ? new Uint32Array(length) : new Precision(length));
    }
  }

  clearGradients(): void {
    this.gradients.fill(0);
  }

  protected runForward(from: number, to: number): void {
    for (let index = from; index < to; index++) this.plan.forward[index].reference(this);
  }

  backward(from = 0, to = this.plan.backward.length): void {
    for (let index = from; index < to; index++) this.plan.backward[index].reference(this);
  }
}
