// A step that this replica began to sum, whether or not it finished here: what the step's record says of it.
import { sumPathOf } from '../../collectives/neighbours';
import type { StepDecision } from '../schedule/step-decision';
import { faultyIn } from './fault-notices';
import type { Header } from '../header/header';
import type { RunState } from '../run/run-state';

export interface AttemptedStep {
  readonly header: Header;
  readonly decision: StepDecision;
  readonly before: RunState;
  readonly buckets: number;
}

export function factsOf({ header, decision, before, buckets }: AttemptedStep) {
  const { view } = header;
  return {
    generation: view.generation,
    worldSize: view.members.length,
    plan: decision.plan,
    effectiveBatch: decision.totalCount,
    contributions: decision.contributions,
    learningRate: decision.plan.learningRate,
    buckets,
    isOverlapped: decision.plan.buckets.overlap,
    topology: sumPathOf(decision.plan.buckets, view),
    codec: view.members.length === 1 ? 'f32' : decision.plan.buckets.codec.kind,
    faulty: faultyIn(header, before),
  };
}
