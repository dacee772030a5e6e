// Plans the next step: the size of each member's shard, its examples, and the learning rate. Also computes the run state
// after a finished step. Pure, and so the same at every member.
import { groupDigits } from '../../base/group-digits';
import { batchFactor, beginBatchWarmup, nextBatchWarmup } from '../../optim/schedule/batch-scaling';
import { scheduledRate } from '../../optim/schedule/schedule';
import type { Planned, StepDecision } from './step-decision';
import { diverge } from '../run/diverge';
import type { Header } from '../header/header';
import { chooseBuckets } from './choose-buckets';
import { planOwnShards } from './plan-own-shards';
import { planShards } from './plan-shards';
import { nextPositions, type Stream } from '../run/redo';
import { withoutPause, type RunState, type StepPlan } from '../run/run-state';
import { innerStepsOf, isLocal, outerRate } from '../run/sync';

/** The run state after step `state.step + 1` finished; `isSkipped` when its update was not finite. */
export function afterStep(state: RunState, decision: StepDecision, isSkipped: boolean): RunState {
  const skipsInARow = isSkipped ? state.skipsInARow + 1 : 0;
  const hasDiverged = skipsInARow >= maxSkipsInARow;
  const isDone = decision.next === null;
  // S19
  const isPausing = state.pausesAfter !== undefined && state.step + 1 >= state.pausesAfter;
  const after: RunState = {
    ...(isDone || isPausing ? withoutPause(state) : state),
    version: state.version + 1,
    step: state.step + 1,
    ...decision.stream,
    rateHealth: decision.rateHealth,
    usualNorms: decision.usualNorms,
    ...(decision.best && { best: decision.best }),
    examples: state.examples + (isSkipped ? 0 : decision.totalCount),
    skipsInARow,
    excluded: [],
    ...(isPausing ? { status: 'paused', why: 'paused after one step' } : {}),
    ...(isDone ? { status: 'finished', why: `all ${groupDigits(state.config.steps)} steps are done` } : {}),
    ...decision.next,
    plan: decision.next?.plan ?? null,
  };
  if (!hasDiverged) return after;
  const why = `the update was not finite ${skipsInARow} times in a row`;
  return { ...diverge(after, why), version: after.version };
}

const maxSkipsInARow = 3; // S7a

/** Shards are in order of rank and take examples from `stream` on. The rate follows the whole batch (S10, E11). */
export function planStep(header: Header, state: RunState, step: number, stream: Stream): Planned {
  const { view, records } = header;
  const { schedule, scaling, steps, localBatch } = state.config;
  const workers = view.members
    .map((member, rank) => ({ member, ...records[rank] }))
    .filter(({ status }) => status === 'current');
  const { sync } = state;
  const once = state.batchMode === 'fixed' ? state.globalBatch : workers.length * localBatch;
  const batch = innerStepsOf(sync) * once;
  const buckets = chooseBuckets(header, state, step);
  const { shards, ...sizes } = stream.own
    ? planOwnShards({ ...state, own: stream.own }, workers, batch, step)
    : planShards(state, workers, batch, step);
  // An inner step's gradient is of one member's part alone.
  const perGradient = isLocal(sync) ? once / Math.max(1, workers.length) : once;
  const target = batchFactor(scaling.rule, perGradient, scaling.referenceBatch);
  const batchWarmup = state.batchWarmup
    ? nextBatchWarmup(state.batchWarmup, target, scaling.rewarmSteps)
    : beginBatchWarmup(target);
  return {
    ...sizes,
    batchWarmup,
    buckets,
    plan: {
      positions: nextPositions(stream, countIn(shards)),
      shards,
      learningRate: isLocal(sync)
        ? outerRate(sync.outer)
        : scheduledRate(schedule, step - 1, steps, state.learningRate * batchWarmup.factor),
      buckets,
    },
  };
}

function countIn(shards: StepPlan['shards']): number {
  return shards.reduce((sum, { count }) => sum + count, 0);
}
