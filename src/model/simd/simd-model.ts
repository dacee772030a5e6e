// A plan in one WebAssembly memory, computed by the SIMD kernels.
import { PlanModel } from '../cpu/plan-model';
import type { Plan } from '../plan/plan';
import type { SimdProgram } from './program';
import type { ReferenceTensors } from '../../ops/op-call';

/** Runs the steps [from, to) of a program by all threads, each step after the one before. */
export type RunSteps = (from: number, to: number, tensors: ReferenceTensors) => void;

export class SimdModel extends PlanModel {
  constructor(
    plan: Plan,
    readonly program: SimdProgram,
    { buffer }: WebAssembly.Memory,
    readonly run: RunSteps,
  ) {
    super(plan);
    for (const { name, length, storage } of plan.tensors) {
      const address = program.layout.addresses.get(name)!;
      const Values = { real: Float32Array, f32: Float32Array, half: Uint16Array, u32: Uint32Array }[storage];
      this.hold(name, new Values(buffer, address, length));
    }
  }

  clearGradients(): void {
    const clearStep = this.program.firstStep[this.program.calls.length];
    this.run(clearStep, clearStep + 1, this);
  }

  protected runForward(from: number, to: number): void {
    this.#runCalls(from, to);
  }

  backward(from = 0, to = this.plan.backward.length): void {
    const first = this.plan.forward.length;
    this.#runCalls(first + from, first + to);
  }

  /** Calls [from, to), counted through forward and backward. */
  #runCalls(from: number, to: number): void {
    const { firstStep } = this.program;
    this.run(firstStep[from], firstStep[to], this);
  }
}
