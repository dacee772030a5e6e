// A step that this replica set out to sum, by the decisions of all: what its record says, whether or not it came to an
// end here.
import type { View } from '../../membership/view';
import type { Verdict } from '../decide/decision';
import { faultyIn } from './fault-notices';
import type { HeaderRecord } from '../header/header-record';
import type { RunState } from '../run/run-state';

export interface TriedStep {
  readonly view: View;
  readonly verdict: Verdict & { kind: 'step' };
  readonly records: readonly HeaderRecord[];
  readonly before: RunState;
  readonly buckets: number;
}

export function factsOf({ view, verdict, records, before, buckets }: TriedStep) {
  return {
    generation: view.generation,
    worldSize: view.members.length,
    plan: verdict.plan,
    effectiveBatch: verdict.totalCount,
    contributions: verdict.contributions,
    learningRate: verdict.plan.learningRate,
    buckets,
    faulty: faultyIn(view, records, before),
  };
}
