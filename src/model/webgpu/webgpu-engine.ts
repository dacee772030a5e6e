// The WebGPU backend: a plan compiled for one device behind the Engine interface. How a call fails: device-calls.ts.
// How work reaches the device: plan-runs.ts. How buckets leave it: gradient-pass.ts.
import { logged } from '../../base/sayings';
import { assert } from '../../base/assert';
import { acquireDevice, type GpuContext } from '../../gpu/device';
import { profile, type ProfileRow } from '../../gpu/profiler';
import { SubmitPace } from '../../gpu/submit-pace';
import { endOf, EngineError, type Engine, type LossSums, type MicroBatch, type Precision } from '../engine';
import type { OpCall } from '../../ops/op-call';
import { assertBackwardOrder, bucketsLeaveAfter } from '../plan/bucket-order';
import { countOf } from '../plan/host-tensors';
import { planFacts } from '../plan/plan-facts';
import { compile, type Plan } from '../plan/plan';
import type { ModelSpec } from '../spec';
import { writeBase } from './base-buffer';
import { bucketGroups } from './bucket-groups';
import { DeviceCalls, engineError } from './device-calls';
import { unpack } from './gpu-layout';
import { compileForGpu, type GpuPlan } from './gpu-plan';
import { GradientPass } from './gradient-pass';
import { HostReals } from './host-reals';
import { LossScaler } from './loss-scaler';
import { MicroBatchUpload } from './micro-batch-upload';
import { PlanRuns } from './plan-runs';
import { runTrials } from './run-trials';

export interface WebGpuOptions {
  /** The context; without one, the engine acquires a device of its own and destroys it at the end. */
  readonly context?: GpuContext;
  /** A device of its own may be hardware only: a software adapter counts as none. */
  readonly onlyHardware?: boolean;
  /** Where the device has no shader-f16, 'mixed' throws EngineError and 'mixed-or-f32' means f32. */
  readonly precision?: Precision | 'mixed-or-f32';
  readonly checkpoints?: boolean;
  readonly logitsBytes?: number | undefined;
  /** Calls that `runCalls` will be given: their kernels compile behind those of the plan. */
  readonly alsoCompile?: () => readonly OpCall[];
  /** How long one submit may take. A single call is never split. */
  readonly submitLimitMs?: number;
}

export interface ProfiledEngine extends Engine {
  /** ms per op of one micro-batch, forward and backward; costliest op first. */
  profile(microBatch: MicroBatch): Promise<ProfileRow[]>;
}

const nothing: LossSums = { lossSum: 0, score: 0, count: 0 };

export async function createWebGpuEngine(
  spec: ModelSpec,
  microBatch: number,
  options: WebGpuOptions = {},
): Promise<ProfiledEngine> {
  const { checkpoints = false, logitsBytes, onlyHardware } = options;
  const plan = compile(spec, microBatch, { checkpoints, logitsBytes });
  let context = options.context;
  if (!context) {
    const acquired = await acquireDevice({ onlyHardware });
    if (!acquired.ok) throw new EngineError(acquired.error.code, logged(acquired.error.says));
    context = acquired.value;
  }
  try {
    const precision = precisionOf(options.precision ?? 'f32', context);
    const couldCheckpoint = !checkpoints && spec.layers.some(({ kind }) => kind === 'block');
    const gpu = await compileForGpu(context, plan, precision, {
      microBatch,
      couldCheckpoint,
      alsoCompile: options.alsoCompile?.(),
    });
    return webGpuEngine(spec, context, plan, gpu, options);
  } catch (error) {
    if (!options.context) destroyDevice(context);
    throw engineError(error);
  }
}

/** E16: a replica chooses for itself. */
function precisionOf(wanted: Precision | 'mixed-or-f32', { f16, adapterName }: GpuContext): Precision {
  if (wanted === 'mixed' && !f16)
    throw new EngineError(
      'model-does-not-fit',
      `${adapterName} has no half precision (shader-f16) in this browser. Choose f32, or another browser or GPU.`,
    );
  return wanted === 'f32' || !f16 ? 'f32' : 'mixed';
}

function webGpuEngine(
  spec: ModelSpec,
  context: GpuContext,
  plan: Plan,
  gpu: GpuPlan,
  options: WebGpuOptions,
): ProfiledEngine {
  const { device, clock, isSoftware } = context;
  const { precision, layout } = gpu;
  const pace = new SubmitPace(isSoftware, options.submitLimitMs);
  const calls = new DeviceCalls(context);
  const upload = new MicroBatchUpload(device.queue, plan, gpu);
  const runs = new PlanRuns(device, spec.name, gpu, upload, pace);
  const pass = new GradientPass({ plan, gpu, upload, runs, pace, clock });
  const lossScaler = new LossScaler();
  const parameters = new HostReals(precision, layout.length);
  const evaluation = plan.pieces.flatMap(({ from, lossEnd }) => gpu.forward.slice(from, lossEnd));
  return {
    backend: 'webgpu',
    device: context.adapterName,
    isSoftware,
    precision,
    memory: gpu.memory,
    ...planFacts(plan),
    lost: context.faults.lost.then(engineError),

    setParameters(flat) {
      assert(flat.length === plan.parameterCount, 'the parameters are a flat vector of all of them');
      plan.slots.forEach(({ offset, length }, index) =>
        parameters.set(flat.subarray(offset, offset + length), layout.offsets[index]),
      );
      device.queue.writeBuffer(gpu.parameters, 0, parameters.bytes);
    },

    setBase(halves) {
      assert(halves.length === endOf(plan.base), 'the base is a flat vector of all parameters not trained');
      if (gpu.base) writeBase(device, gpu.base, gpu.baseLayout, plan.base, halves);
    },

    gradient(microBatches, buckets, into, onBucket, { overlap, signal }) {
      assertBackwardOrder(buckets, plan.parameterCount);
      assert(into.length === plan.parameterCount, 'the gradient goes to a flat vector of all parameters');
      return calls.run(signal, async (call) => {
        const announceAll = (sums: LossSums): LossSums => {
          if (sums.count === 0) into.fill(0);
          for (const { index } of buckets) onBucket(index);
          return sums;
        };
        if (microBatches.length === 0) return announceAll(nothing);
        const atOnce = buckets.map(() => plan.backward.length);
        // Mixed precision: no bucket leaves before the whole gradient is finite (E18).
        if (precision === 'f32') {
          const groups = bucketGroups(buckets, overlap ? bucketsLeaveAfter(plan, buckets) : atOnce);
          return pass.run(call, { microBatches, groups, scale: 1, into, onBucket });
        }
        const groups = bucketGroups(buckets, atOnce);
        const sums = await lossScaler.gradient(into, (scale) =>
          pass.run(call, { microBatches, groups, scale, into, onBucket: () => {} }),
        );
        return announceAll(sums ?? nothing);
      });
    },

    evaluate: (microBatches) =>
      calls.run(undefined, async (call) => {
        if (microBatches.length === 0) return nothing;
        await runs.each(call.watch, microBatches, { drops: false }, evaluation);
        const [lossSum, score] = new Float32Array(await runs.read(call, gpu.sums, gpu.sums.size));
        return { lossSum, score, count: countOf(microBatches) };
      }),

    predict: (microBatch) =>
      calls.run(undefined, async (call) => {
        const { microBatch: rows, terms, classes } = plan;
        const logits = new Float32Array(rows * terms * classes);
        let at = 0;
        upload.write(microBatch, { drops: false });
        for (const [index, piece] of plan.pieces.entries()) {
          runs.submit(gpu.forward.slice(piece.from, piece.logitsEnd), [], () => {});
          const part = new HostReals(precision, piece.rows * classes);
          const bytes = await runs.read(call, gpu.logits[index], part.bytes.byteLength);
          logits.set(part.read(bytes), at);
          at += piece.rows * classes;
        }
        return logits;
      }),

    readParameters: () =>
      calls.run(undefined, async (call) => {
        const bytes = await runs.read(call, gpu.parameters, gpu.parameters.size);
        const flat = new Float32Array(plan.parameterCount);
        const whole = { start: 0, end: plan.parameterCount };
        unpack(plan.slots, layout, whole, { padded: parameters.read(bytes), paddedStart: 0 }, flat);
        return flat;
      }),

    runCalls: (trials) => calls.run(undefined, (call) => runTrials(context, gpu.target, trials, call)),

    profile: (microBatch) =>
      calls.run(undefined, ({ watch }) => {
        upload.write(microBatch, { drops: true });
        return profile(context, [...gpu.forward, ...gpu.backward], watch);
      }),

    destroy() {
      calls.destroy();
      gpu.destroy();
      if (!options.context) destroyDevice(context);
    },
  };
}

function destroyDevice({ device, faults }: GpuContext): void {
  faults.expectLoss();
  device.destroy();
}
