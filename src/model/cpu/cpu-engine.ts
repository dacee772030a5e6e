// The CPU backend runs a plan by the ops' plain loops. It is the oracle of the tests and the engine of a device without
// WebGPU, and lets Node run thirty replicas. It yields to the event loop before every micro-batch and after every
// bucket that leaves early. Otherwise it computes without a pause.
import { assert } from '../../base/assert';
import { assertBackwardOrder, bucketsLeaveAfter } from '../plan/bucket-order';
import { EngineError, type Bucket, type Engine, type LossSums, type MicroBatch } from '../engine';
import { assertMicroBatch, countOf } from '../plan/host-tensors';
import { initialParameters } from '../plan/initial-parameters';
import { compile } from '../plan/plan';
import { ReferenceModel } from './reference-model';
import type { CompileOptions, ModelSpec } from '../spec';
import { runReference } from './run-reference';
import { yieldToLoop } from './yield-to-loop';

export function createCpuEngine(spec: ModelSpec, microBatch: number, options?: CompileOptions): Engine {
  const plan = compile(spec, microBatch, options);
  const model = new ReferenceModel(plan, Float32Array);
  const activationBytes = plan.tensors.reduce(
    (sum, { role, length }) => sum + (role.kind === 'activation' ? 4 * length : 0),
    0,
  );
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

  async function begin(batch: MicroBatch, drops: boolean, signal?: AbortSignal): Promise<void> {
    assertMicroBatch(plan, batch);
    await yieldToLoop();
    if (signal?.aborted) throw new EngineError('aborted', 'the gradient was aborted');
    model.load(batch, { drops });
    model.forward();
  }

  const lossSums = (microBatches: readonly MicroBatch[]): LossSums => {
    const [lossSum, correct] = model.reals('sums');
    return { lossSum, correct, count: countOf(microBatches) };
  };

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
      into.set(model.gradients.subarray(start, end), start);
      onBucket(index);
    };
    if (signal?.aborted) throw new EngineError('aborted', 'the gradient was aborted');
    model.gradients.fill(0);
    model.clearSums();
    const last = microBatches.length - 1;
    for (const [at, batch] of microBatches.entries()) {
      await begin(batch, true, signal);
      if (at < last || !overlap) model.backward();
    }
    if (last >= 0 && overlap) {
      const leaveAfter = bucketsLeaveAfter(plan, buckets);
      let done = 0;
      for (const [at, bucket] of buckets.entries()) {
        model.backward(done, leaveAfter[at]);
        done = leaveAfter[at];
        leave(bucket);
        await yieldToLoop();
        if (signal?.aborted) throw new EngineError('aborted', 'the gradient was aborted');
      }
      return lossSums(microBatches);
    }
    buckets.forEach(leave);
    return lossSums(microBatches);
  }

  return {
    backend: 'cpu',
    device: 'CPU (plain loops)',
    isSoftware: true,
    precision: 'f32',
    memory: { parameters: 8 * plan.parameterCount, planned: activationBytes, naive: activationBytes },
    slots: plan.slots,
    parameterCount: plan.parameterCount,
    microBatch,
    terms: plan.terms,
    lost: new Promise(() => {}), // a processor is never lost
    initialParameters: (seed) => initialParameters(plan, seed),
    setParameters(flat) {
      assert(flat.length === plan.parameterCount, 'the parameters are a flat vector of all of them');
      model.parameters.set(flat);
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
        return Float32Array.from(model.reals(plan.logits));
      }),
    readParameters: () => exclusive(() => Promise.resolve(Float32Array.from(model.parameters))),
    runCalls: (trials) => exclusive(() => Promise.resolve(trials.map(runReference))),
    destroy() {},
  };
}
