// What the header decides when a step can be summed: the step, and the plan of the one after it.
import type { SumPath } from '../../collectives/topology';
import type { MemberId } from '../../membership/view';
import type { HeldOutBest } from '../run/held-out-best';
import type { RateHealth } from '../run/rate-health';
import type { Stream } from '../run/redo';
import type { UsualNorms } from '../run/usual-norms';
import type { RunState, StepPlan } from '../run/run-state';
import type { PlannedShards } from './plan-shards';

/** What a plan changes in the run state. */
export type Planned = { readonly plan: StepPlan } & Pick<RunState, 'batchWarmup' | 'buckets'> &
  Omit<PlannedShards, 'shards'>;

/** Reduce and finish step `state.step + 1`. */
export interface StepDecision {
  readonly kind: 'step';
  readonly plan: StepPlan;
  readonly next: Planned | null;
  /** n_j of every member: its whole shard or 0; with local steps, at most its shard. They add up to `totalCount`. */
  readonly contributions: Readonly<Record<MemberId, number>>;
  readonly totalCount: number;
  /** How its sums travel (C12, S21b). */
  readonly path: SumPath;
  /** The sample stream after this step. */
  readonly stream: Stream;
  /** The health with the loss of the step before, taken from the records. */
  readonly rateHealth: RateHealth;
  /** The norms with those of the step before, taken from the records. */
  readonly usualNorms: UsualNorms;
  /** The lowest held-out loss, with that of the step before. */
  readonly best: HeldOutBest | undefined;
  readonly reason: string;
}
