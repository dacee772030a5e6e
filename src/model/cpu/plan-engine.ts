// The Engine over a plan that this thread computes. It yields to the event loop before every micro-batch and after every
// bucket that leaves early. Otherwise it computes without a pause.
import { assert } from '../../base/assert';
import { EngineError, type Bucket, type Engine, type LossSums, type MicroBatch } from '../engine';
import { assertBackwardOrder, bucketsLeaveAfter } from '../plan/bucket-order';
import { assertMicroBatch, countOf } from '../plan/host-tensors';
import { initialParameters } from '../plan/initial-parameters';
import type { Plan } from '../plan/plan';
import type { PlanModel } from './plan-model';
import { yieldToLoop } from './yield-to-loop';

type Facts = Pick<Engine, 'backend' | 'device' | 'memory'>;

export function planEngine(plan: Plan, model: PlanModel, facts: Facts): Engine {
  let busy = false;

  /** One call at a time, because calls share the activations. */
  async function exclusive<T>(call: () => Promise<T>): Promise<T> {
    assert(!busy, 'an engine runs one call at a time');
    busy = true;
    try {
      return await call();
    } finally {
      busy = false;
    }
  }

  const check = (signal: AbortSignal | undefined): void => {
    if (signal?.aborted) throw new EngineError('aborted', 'the gradient was aborted');
  };

  async function begin(batch: MicroBatch, drops: boolean, signal?: AbortSignal): Promise<void> {
    assertMicroBatch(plan, batch);
    await yieldToLoop();
    check(signal);
    model.load(batch, { drops });
    model.forward();
  }

  const lossSums = (microBatches: readonly MicroBatch[]): LossSums => ({
    ...model.sums(),
    count: countOf(microBatches),
  });

  async function gradient(
    microBatches: readonly MicroBatch[],
    buckets: readonly Bucket[],
    into: Float32Array,
    onBucket: (index: number) => void,
    { overlap, signal }: { readonly overlap: boolean; readonly signal?: AbortSignal },
  ): Promise<LossSums> {
    assertBackwardOrder(buckets, plan.parameterCount);
    assert(into.length === plan.parameterCount, 'the gradient goes to a flat vector of all parameters');
    const leave = ({ index, start, end }: Bucket): void => {
      model.copyGradient(start, end, into);
      onBucket(index);
    };
    check(signal);
    model.clearGradients();
    model.clearSums();
    const last = microBatches.length - 1;
    for (const [at, batch] of microBatches.entries()) {
      await begin(batch, true, signal);
      if (at < last || !overlap) model.backward();
    }
    if (last < 0 || !overlap) {
      buckets.forEach(leave);
      return lossSums(microBatches);
    }
    const leaveAfter = bucketsLeaveAfter(plan, buckets);
    let done = 0;
    for (const [at, bucket] of buckets.entries()) {
      model.backward(done, leaveAfter[at]);
      done = leaveAfter[at];
      leave(bucket);
      await yieldToLoop();
      check(signal);
    }
    return lossSums(microBatches);
  }

  return {
    ...facts,
    isSoftware: true,
    precision: 'f32',
    slots: plan.slots,
    parameterCount: plan.parameterCount,
    microBatch: plan.microBatch,
    terms: plan.terms,
    lost: new Promise(() => {}), // a processor is never lost
    initialParameters: (seed) => initialParameters(plan, seed),
    setParameters(flat) {
      assert(flat.length === plan.parameterCount, 'the parameters are a flat vector of all of them');
      model.setParameters(flat);
    },
    gradient: (...args) => exclusive(() => gradient(...args)),
    evaluate: (microBatches) =>
      exclusive(async () => {
        model.clearSums();
        for (const batch of microBatches) await begin(batch, false);
        return lossSums(microBatches);
      }),
    predict: (batch) =>
      exclusive(async () => {
        await begin(batch, false);
        return model.logits();
      }),
    readParameters: () => exclusive(() => Promise.resolve(model.readParameters())),
    destroy() {},
  };
}
