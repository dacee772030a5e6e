// What computes this replica's contribution to a planned step: the gradient of its shard, its inner steps, or those of
// Streaming DiLoCo.
import type { Clock } from '../../base/clock';
import { countOf, cutPositions, type Positions } from '../../data/positions';
import type { MemberId } from '../../membership/view';
import type { TrainState } from '../../optim/state/train-state';
import type { InnerOptimizer } from '../reduce/inner/inner-optimizer';
import type { InnerStates } from '../reduce/inner/inner-states';
import { InnerSteps } from '../reduce/inner/inner-steps';
import { StreamingSteps } from '../reduce/inner/streaming-steps';
import { shardGradient, type GradientSource } from '../reduce/gradient-source';
import { fragmentOf } from '../run/fragments';
import type { RunState, StepPlan } from '../run/run-state';
import { ringStepOf } from '../run/sync';
import { trainingRows } from '../run/training-rows';
import { innerRate } from '../run/inner-rate';
import type { Ready } from './device';
import { equalParts } from '../run/apportion';

export interface RecordTimes {
  /** When the last of these members said its record of the coming round; undefined: some did not yet. */
  cameMs(members: readonly MemberId[]): number | undefined;
}

export interface SourceParts {
  readonly self: MemberId;
  readonly clock: Clock;
  readonly records: RecordTimes;
  readonly inner: InnerOptimizer;
  readonly states: InnerStates;
  /** What the step before left of this member's own parameters; undefined: nothing. */
  readonly left: TrainState | undefined;
  /** (P): the parameters of the ring's state. */
  readonly outer: Float32Array;
}

export function sourceOf(
  { engine, dataset, sampler, tensors }: Ready,
  state: RunState,
  plan: StepPlan,
  { self, clock, records, inner, states, left, outer }: SourceParts,
): GradientSource {
  const { config, sync, step } = state;
  const rank = plan.shards.findIndex(({ member }) => member === self);
  const sizes = plan.shards.map(({ count }) => count);
  const { own, count = 0 } = plan.shards[rank] ?? {};
  const positions: Positions =
    count === 0 ? [] : own ? [[own.from, count]] : cutPositions(plan.positions, sizes)[rank];
  // Equal positions of two members' streams drop different units (E9).
  const seed = own ? parseInt(own.data.slice(0, 8), 16) : config.seed;
  const rowsOf = (part: Positions) => trainingRows({ dataset, sampler }, config, seed, part);
  const { overlap, boundedParts } = plan.buckets;
  const { outer: isLocal, innerSteps, own: ownSteps, fragments } = ringStepOf(sync);
  if (!isLocal) return shardGradient(engine, rowsOf(positions), overlap && !boundedParts);
  const others = plan.shards.flatMap(({ member, count }) => (member === self || count === 0 ? [] : [member]));
  const common = {
    engine,
    outer,
    tensors,
    clock,
    optimizer: config.optimizer,
    clipNorm: config.clipNorm,
    terms: countOf(positions) * dataset.terms,
    batches: innerParts(positions, innerSteps).map((part) => () => rowsOf(part)),
    learningRate: (at: number) => innerRate(state, at),
    othersDoneMs: () => (others.length === 0 ? undefined : records.cameMs(others)),
  };
  if (!ownSteps || !fragments) return new InnerSteps({ ...common, inner });
  return new StreamingSteps({
    ...common,
    ...ownSteps,
    from: left,
    states,
    fragment: fragmentOf(state, engine.slots)!,
    fragmentBefore: fragmentOf({ sync, step: step + fragments.fragments - 1 }, engine.slots)!,
  });
}

/** How a shard is cut into inner steps, in order: parts that differ by one example at most, the earlier ones
 *  larger. So the loss terms that a member announces say which examples it consumed. Pure. The parts: as many as
 *  inner steps, or as examples where those are fewer. */
export function innerParts(positions: Positions, innerSteps: number): Positions[] {
  const examples = countOf(positions);
  const parts = Math.min(innerSteps, examples);
  return parts === 0 ? [] : cutPositions(positions, equalParts(parts, examples));
}
