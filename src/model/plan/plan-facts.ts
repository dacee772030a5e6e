// What every engine says of its plan.
import type { Engine } from '../engine';
import { drawParameters, initialParameters } from './initial-parameters';
import type { Plan } from './plan';

type PlanFacts = Pick<
  Engine,
  'slots' | 'parameterCount' | 'base' | 'microBatch' | 'terms' | 'initialParameters' | 'drawParameters'
>;

export function planFacts(plan: Plan): PlanFacts {
  return {
    slots: plan.slots,
    parameterCount: plan.parameterCount,
    base: plan.base,
    microBatch: plan.microBatch,
    terms: plan.terms,
    initialParameters: (seed) => initialParameters(plan, seed),
    drawParameters: (seed) => drawParameters(plan, seed),
  };
}
