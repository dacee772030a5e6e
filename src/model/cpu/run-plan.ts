// What an engine on the processor computes for each of its calls, over a plan in memory.
import { EngineError, type Bucket, type LossSums, type MicroBatch } from '../engine';
import { bucketsLeaveAfter } from '../plan/bucket-order';
import { countOf } from '../plan/host-tensors';
import type { Plan } from '../plan/plan';
import type { PlanModel } from './plan-model';

/** How a computation lets others run, and how it learns that it is no longer wanted. */
export interface Pauses {
  /** A pause before every micro-batch, and after every bucket that leaves early. */
  pause(): Promise<void> | void;
  isAborted(): boolean;
}

export interface GradientCall extends Pauses {
  readonly microBatches: readonly MicroBatch[];
  /** The buckets in backward order. */
  readonly buckets: readonly Bucket[];
  readonly overlap: boolean;
  /** This bucket's gradient in the model is final. */
  readonly leave: (bucket: Bucket) => void;
}

/** Rejects with EngineError 'aborted'. */
export async function runGradient(plan: Plan, model: PlanModel, call: GradientCall): Promise<LossSums> {
  const { microBatches, buckets, overlap, leave } = call;
  check(call);
  model.clearGradients();
  model.clearSums();
  const last = microBatches.length - 1;
  for (const [at, batch] of microBatches.entries()) {
    await load(model, batch, true, call);
    model.forward();
    if (at < last || !overlap) model.backward();
  }
  if (last < 0 || !overlap) {
    buckets.forEach(leave);
    return lossSums(model, microBatches);
  }
  const leaveAfter = bucketsLeaveAfter(plan, buckets);
  let done = 0;
  for (const [at, bucket] of buckets.entries()) {
    model.backward(done, leaveAfter[at]);
    done = leaveAfter[at];
    leave(bucket);
    await call.pause();
    check(call);
  }
  return lossSums(model, microBatches);
}

export async function runEvaluation(
  model: PlanModel,
  microBatches: readonly MicroBatch[],
  pauses: Pauses,
): Promise<LossSums> {
  model.clearSums();
  for (const batch of microBatches) {
    await load(model, batch, false, pauses);
    model.evaluate();
  }
  return lossSums(model, microBatches);
}

/** The logits. */
export async function runPrediction(
  model: PlanModel,
  batch: MicroBatch,
  pauses: Pauses,
): Promise<Float32Array> {
  await load(model, batch, false, pauses);
  return model.predict();
}

async function load(model: PlanModel, batch: MicroBatch, drops: boolean, pauses: Pauses): Promise<void> {
  await pauses.pause();
  check(pauses);
  model.load(batch, { drops });
}

function check({ isAborted }: Pauses): void {
  if (isAborted()) throw new EngineError('aborted', 'the gradient was aborted');
}

const lossSums = (model: PlanModel, microBatches: readonly MicroBatch[]): LossSums => ({
  ...model.sums(),
  count: countOf(microBatches),
});
