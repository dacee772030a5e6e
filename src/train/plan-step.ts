// What the next step is: whose shard is how large, from which examples, at which rate; and what the run state becomes
// once the step is finished. Pure, and so the same at every member.
import type { View } from '../membership/view';
import { batchFactor, beginBatchWarmup, nextBatchWarmup } from '../optim/batch-scaling';
import { scheduledRate } from '../optim/schedule';
import type { Verdict } from './decide';
import type { RunState, StepPlan } from './run-state';

/** What the state takes over when a step is planned. */
export type Planned = { readonly plan: StepPlan } & Pick<RunState, 'batchWarmup'>;

/** The run state after step `state.step + 1` finished; `isSkipped` when its sum was not finite. */
export function afterStep(
  state: RunState,
  verdict: Verdict & { kind: 'step' },
  isSkipped: boolean,
): RunState {
  const skipsInARow = isSkipped ? state.skipsInARow + 1 : 0;
  const hasDiverged = skipsInARow >= maxSkipsInARow;
  const used = verdict.plan.shards.reduce((sum, shard) => sum + shard.count, 0);
  const isDone = verdict.next === null;
  return {
    ...state,
    version: state.version + 1,
    step: state.step + 1,
    cursor: verdict.plan.cursor + used,
    examples: state.examples + (isSkipped ? 0 : verdict.totalCount),
    skipsInARow,
    status: hasDiverged ? 'diverged' : isDone ? 'finished' : state.status,
    why: hasDiverged
      ? `the gradient was not finite ${skipsInARow} times in a row; try a lower learning rate`
      : isDone
        ? `all ${state.config.steps} steps are done`
        : state.why,
    plan: hasDiverged ? null : (verdict.next?.plan ?? null),
    batchWarmup: verdict.next?.batchWarmup ?? state.batchWarmup,
  };
}

const maxSkipsInARow = 3;

/** Equal shards: every member's local batch, in order of rank, from `cursor` on. */
export function planStep(view: View, state: RunState, step: number, cursor: number): Planned {
  const { localBatch, schedule, scaling, steps } = state.config;
  const target = batchFactor(scaling.rule, view.members.length * localBatch, scaling.referenceBatch);
  const batchWarmup = state.batchWarmup
    ? nextBatchWarmup(state.batchWarmup, target, scaling.rewarmSteps)
    : beginBatchWarmup(target);
  return {
    batchWarmup,
    plan: {
      cursor,
      shards: view.members.map((member) => ({ member, count: localBatch })),
      learningRate: scheduledRate(schedule, step - 1, steps, state.learningRate * batchWarmup.factor),
      buckets: state.buckets,
    },
  };
}
