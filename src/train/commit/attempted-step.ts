// A step that this replica began to sum, whether or not it finished here: what the step's record says of it.
import type { View } from '../../membership/view';
import type { Decision } from '../decide/decision';
import { faultyIn } from './fault-notices';
import type { HeaderRecord } from '../header/header-record';
import type { RunState } from '../run/run-state';

export interface AttemptedStep {
  readonly view: View;
  readonly decision: Decision & { kind: 'step' };
  readonly records: readonly HeaderRecord[];
  readonly before: RunState;
  readonly buckets: number;
}

export function factsOf({ view, decision, records, before, buckets }: AttemptedStep) {
  return {
    generation: view.generation,
    worldSize: view.members.length,
    plan: decision.plan,
    effectiveBatch: decision.totalCount,
    contributions: decision.contributions,
    learningRate: decision.plan.learningRate,
    buckets,
    faulty: faultyIn(view, records, before),
  };
}
