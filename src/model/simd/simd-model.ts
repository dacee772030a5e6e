// A plan in one WebAssembly memory, computed by the SIMD kernels.
import { assert } from '../../base/assert';
import type { PlanModel } from '../cpu/plan-model';
import type { MicroBatch } from '../engine';
import { writeTargets, writeTokenOrder } from '../plan/host-tensors';
import type { Plan } from '../plan/plan';
import { gradientOf } from '../plan/plan-tensor';
import type { SimdProgram } from './program';
import type { ReferenceTensors } from '../../ops/op-call';

/** Runs the steps [from, to) of a program by all threads, each step after the one before. */
export type RunSteps = (from: number, to: number, tensors: ReferenceTensors) => void;

export class SimdModel implements PlanModel, ReferenceTensors {
  readonly #reals = new Map<string, Float32Array>();
  readonly #integers = new Map<string, Uint32Array>();

  constructor(
    readonly plan: Plan,
    readonly program: SimdProgram,
    memory: WebAssembly.Memory,
    readonly run: RunSteps,
  ) {
    const { addresses } = program.layout;
    for (const { name, length, storage } of plan.tensors) {
      const address = addresses.get(name)!;
      if (storage === 'u32') this.#integers.set(name, new Uint32Array(memory.buffer, address, length));
      else this.#reals.set(name, new Float32Array(memory.buffer, address, length));
    }
  }

  readonly reals = (name: string): Float32Array => {
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
    for (const { name, offset, length } of this.plan.slots)
      this.reals(name).set(flat.subarray(offset, offset + length));
  }

  readParameters(): Float32Array {
    const flat = new Float32Array(this.plan.parameterCount);
    for (const { name, offset } of this.plan.slots) flat.set(this.reals(name), offset);
    return flat;
  }

  clearGradients(): void {
    const clearStep = this.program.firstStep[this.program.calls.length];
    this.run(clearStep, clearStep + 1, this);
  }

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

  sums(): { readonly lossSum: number; readonly correct: number } {
    const [lossSum, correct] = this.reals('sums');
    return { lossSum, correct };
  }

  load(batch: MicroBatch, options: { readonly drops: boolean }): void {
    this.reals('inputs').set(batch.inputs);
    writeTargets(this.plan, batch, this.integers('targets'), options);
    if (this.plan.vocabulary !== undefined)
      writeTokenOrder(batch.inputs, this.plan.vocabulary, this.integers('token-order'));
  }

  forward(): void {
    this.runCalls(0, this.plan.forward.length);
  }

  backward(from = 0, to = this.plan.backward.length): void {
    const first = this.plan.forward.length;
    this.runCalls(first + from, first + to);
  }

  /** Calls [from, to), counted through forward and backward. */
  runCalls(from: number, to: number): void {
    const { firstStep } = this.program;
    this.run(firstStep[from], firstStep[to], this);
  }

  logits(): Float32Array {
    return this.reals(this.plan.logits).slice();
  }
}
