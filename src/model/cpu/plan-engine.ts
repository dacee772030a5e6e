// The Engine over a plan that this thread computes. It yields to the event loop before every micro-batch and after every
// bucket that leaves early. Otherwise it computes without a pause.
import { assert } from '../../base/assert';
import { mapInPieces } from '../../base/in-pieces';
import { yieldToLoop } from '../../base/yield-to-loop';
import type { CallTrial, TrialResult } from '../call-trial';
import { endOf, type Engine } from '../engine';
import { assertBackwardOrder } from '../plan/bucket-order';
import { assertMicroBatch } from '../plan/host-tensors';
import { planFacts } from '../plan/plan-facts';
import type { Plan } from '../plan/plan';
import type { PlanModel } from './plan-model';
import { runEvaluation, runGradient, runPrediction } from './run-plan';

type Facts = Pick<Engine, 'backend' | 'device' | 'memory'> & {
  runCall(trial: CallTrial): TrialResult;
};

export function planEngine(plan: Plan, model: PlanModel, { runCall, ...facts }: Facts): Engine {
  const exclusive = oneAtATime();
  const unabortable = { pause: yieldToLoop, isAborted: () => false };
  return {
    ...facts,
    isSoftware: true,
    precision: 'f32',
    ...planFacts(plan),
    lost: new Promise(() => {}), // a processor is never lost
    setParameters(flat) {
      assertParameters(plan, flat);
      model.setParameters(flat);
    },
    setBase(halves) {
      assertBase(plan, halves);
      model.setBase(halves);
    },
    gradient: (microBatches, buckets, into, onBucket, { overlap, signal }) =>
      exclusive(() => {
        assertGradient(plan, microBatches, buckets, into);
        return runGradient(plan, model, {
          microBatches,
          buckets,
          overlap,
          leave: ({ index, start, end }) => {
            model.copyGradient(start, end, into);
            onBucket(index);
          },
          pause: yieldToLoop,
          isAborted: () => signal?.aborted ?? false,
        });
      }),
    evaluate: (microBatches) =>
      exclusive(() => {
        for (const batch of microBatches) assertMicroBatch(plan, batch);
        return runEvaluation(model, microBatches, unabortable);
      }),
    predict: (batch) =>
      exclusive(() => {
        assertMicroBatch(plan, batch);
        return runPrediction(model, batch, unabortable);
      }),
    readParameters: () => exclusive(() => Promise.resolve(model.readParameters())),
    runCalls: (trials) => exclusive(() => mapInPieces(trials, runCall)),
    destroy() {},
  };
}

/** Bytes of the activations in f32, if each has a place of its own. */
export function activationBytes({ tensors }: Plan): number {
  return tensors.reduce((sum, { role, length }) => sum + (role.kind === 'activation' ? 4 * length : 0), 0);
}

/** Refuses a call while another runs, because calls share the activations. */
export function oneAtATime(): <T>(call: () => Promise<T>) => Promise<T> {
  let busy = false;
  return async (call) => {
    assert(!busy, 'an engine runs one call at a time');
    busy = true;
    try {
      return await call();
    } finally {
      busy = false;
    }
  };
}

export function assertParameters(plan: Plan, flat: Float32Array): void {
  assert(flat.length === plan.parameterCount, 'the parameters are a flat vector of all of them');
}

export function assertBase({ base }: Plan, halves: Uint16Array): void {
  assert(halves.length === endOf(base), 'the base is a flat vector of all parameters that are not trained');
}

export function assertGradient(
  plan: Plan,
  microBatches: Parameters<Engine['gradient']>[0],
  buckets: Parameters<Engine['gradient']>[1],
  into: Float32Array,
): void {
  assertBackwardOrder(buckets, plan.parameterCount);
  assert(into.length === plan.parameterCount, 'the gradient goes to a flat vector of all parameters');
  for (const batch of microBatches) assertMicroBatch(plan, batch);
}
