// What the plan of a configuration's model counts: its parameters, and the work of training on one loss term.
import { compile } from '../../model/plan/plan';
import type { RunConfig } from './run-config';

interface PlanCounts {
  readonly parameters: number;
  /** Floating-point operations of the forward and the backward pass. Without the update, whose work does not grow with the
   *  batch. */
  readonly flopPerTerm: number;
}

const known = new WeakMap<RunConfig, PlanCounts>();

/** Cached: compiling a large model takes milliseconds, and a configuration never changes. */
export function planCountsOf(config: RunConfig): PlanCounts {
  let counts = known.get(config);
  if (!counts) {
    const { forward, backward, terms, parameterCount } = compile(config.model, 1);
    const flops = [...forward, ...backward].reduce((sum, call) => sum + call.flops, 0);
    known.set(config, (counts = { parameters: parameterCount, flopPerTerm: flops / terms }));
  }
  return counts;
}
