// PowerSGD's Q in the replicated state (E26): the last vector. Each matrix's Q lies at the start of its tensor; all else is
// zero. A vector of zeros is a Q that begins again. It advances by the sum of each step, beside the optimizer's update.
import { planPowerSgd, type PowerSgdPlan } from '../../codecs/power-sgd/plan';
import { isFactored } from '../../codecs/setting';
import { nextRight, rightOf } from '../../codecs/power-sgd/power-sgd';
import type { ParameterSlot } from '../../model/engine';
import type { TrainState } from '../../optim/state/train-state';
import type { RunState } from '../run/run-state';

export interface RightFactors {
  readonly plan: PowerSgdPlan;
  readonly seed: number;
  /** Finished steps. */
  readonly step: number;
}

type Slots = readonly Pick<ParameterSlot, 'offset' | 'shape'>[];

/** Undefined: the run state names no Q. */
export function rightFactorsOf(
  { buckets: { codec }, config: { seed }, step }: RunState,
  slots: Slots,
): RightFactors | undefined {
  if (!isFactored(codec)) return undefined;
  const tensors = slots.map(({ offset, shape }) => ({ start: offset, shape }));
  return { plan: planPowerSgd(tensors, codec.rank), seed, step };
}

/** The Q that the next step begins with, packed as its message. */
export function heldRight({ plan, seed, step }: RightFactors, { vectors }: TrainState): Float32Array {
  const packed = new Float32Array(plan.rightLength);
  for (const { start, rightAt, columns, rank } of plan.matrices)
    packed.set(vectors[vectors.length - 1].subarray(start, start + columns * rank), rightAt);
  return rightOf(plan, packed, seed, step);
}

/** Writes the Q after a step with this sum. */
export function advanceRight(
  factors: RightFactors,
  from: TrainState,
  sum: Float32Array,
  { vectors }: TrainState,
): void {
  const { plan, seed, step } = factors;
  const next = nextRight(plan, sum, heldRight(factors, from), seed, step + 1);
  const into = vectors[vectors.length - 1].fill(0);
  for (const { start, rightAt, columns, rank } of plan.matrices)
    into.set(next.subarray(rightAt, rightAt + columns * rank), start);
}

/** The same arrays without Q, as the optimizer takes them. */
export function withoutRight(state: TrainState): TrainState {
  return { ...state, vectors: state.vectors.slice(0, -1) };
}
