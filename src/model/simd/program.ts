// A plan as kernel calls over one memory: names of exports and numbers, which threads can be sent.
import { assert } from '../../base/assert';
import type { SimdLowered } from '../../ops/simd-lowering';
import type { OpCall } from '../../ops/op-call';
import type { Plan } from '../plan/plan';
import { layOut, lineBytes, type MemoryLayout } from './memory-layout';

export interface KernelStep {
  readonly kernel: string;
  /** Addresses (bytes) and sizes. */
  readonly args: readonly number[];
}

/** A call without kernels: the first thread computes its reference, by its place in the plan. */
interface ReferenceStep {
  readonly reference: number;
}

export type Step = KernelStep | ReferenceStep;

export interface SimdProgram {
  readonly layout: MemoryLayout;
  /** Those of the calls, and one that clears all gradients. */
  readonly steps: readonly Step[];
  /** Forward calls, then backward calls. */
  readonly calls: readonly OpCall[];
  /** The first step of each call; at the end the step that clears. */
  readonly firstStep: readonly number[];
}

export function programOf(plan: Plan, threads: number): SimdProgram {
  const calls = [...plan.forward, ...plan.backward];
  const lowered = calls.map((call): SimdLowered | undefined => call.lowerToSimd?.());
  const layout = layOut(plan, lowered, threads);
  const addressOf = (name: string): number => {
    const address = layout.addresses.get(name);
    assert(address !== undefined, `the plan has a tensor ${name}`);
    return address;
  };
  const steps: Step[] = [];
  const firstStep = lowered.map((each, call) => {
    const first = steps.length;
    if (!each) steps.push({ reference: call });
    else
      for (const { kernel, args } of each.calls)
        steps.push({ kernel, args: args.map((arg) => (typeof arg === 'string' ? addressOf(arg) : arg)) });
    return first;
  });
  const clearStep = steps.length;
  const { start, end } = layout.gradients;
  steps.push({ kernel: 'clear', args: [start, (end - start) / lineBytes] });
  return { layout, steps, calls, firstStep: [...firstStep, clearStep] };
}
