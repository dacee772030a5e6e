// The WebGPU backend. A micro-batch is one encoder, one compute pass, one submit, with at most two in flight;
// with overlap, the last micro-batch is cut where a bucket is complete, so that its copy and its map (5–15 ms of
// latency each) run while the rest of the backward pass does. A submit that would take long is cut too (submit-pace.ts).
// Any uncaptured error fails the call, and every wait ends with the device: nothing hangs, nothing reads silent zeros.
// Over 400 lines: submits, copies, maps and waits of one call are one order of events, told in one place.
import { assert } from '../../base/assert';
import { DeadlineError } from '../../base/deadline';
import { acquireDevice, type GpuContext } from '../../gpu/device';
import { GpuFault, type FaultWatch } from '../../gpu/faults';
import { profile, type ProfileRow } from '../../gpu/profiler';
import { encodePass } from '../../gpu/program';
import { StagingPool, type Staging } from '../../gpu/staging';
import { SubmitPace } from '../../gpu/submit-pace';
import { assertBackwardOrder, bucketsLeaveAfter } from '../plan/bucket-order';
import {
  EngineError,
  type Bucket,
  type Engine,
  type EngineMemory,
  type LossSums,
  type MicroBatch,
  type Precision,
} from '../engine';
import { paddedRange, unpack } from './gpu-layout';
import { compileForGpu, type GpuCall, type GpuPlan } from './gpu-plan';
import { HostReals } from './host-reals';
import { assertMicroBatch, countOf, writeTargets, writeTokenOrder } from '../plan/host-tensors';
import { initialParameters } from '../plan/initial-parameters';
import { afterGood, afterOverflow, attemptsPerCall, initialLossScale } from './loss-scale';
import { compile, type Plan } from '../plan/plan';
import type { ModelSpec } from '../spec';

type GradientOptions = { readonly overlap: boolean; readonly signal?: AbortSignal };

/** One engine call under way: how it waits and reads. */
interface Step {
  readonly watch: FaultWatch;
  /** Released when the step ends. */
  take(bytes: number): Staging;
}

export interface WebGpuOptions {
  /** Without one, the engine acquires a device of its own and destroys it at the end. */
  readonly context?: GpuContext;
  /** 'mixed' throws EngineError where the device has no shader-f16; 'mixed-or-f32' is f32 there. */
  readonly precision?: Precision | 'mixed-or-f32';
  readonly checkpoints?: boolean;
  /** How long one submit may take, where its calls can be parted. */
  readonly submitLimitMs?: number;
}

export interface ProfiledEngine extends Engine {
  /** ms per op of one micro-batch forward and backward, costliest first. */
  profile(microBatch: MicroBatch): Promise<ProfileRow[]>;
}

const submitsInFlight = 2;
const sumsBytes = 8;
const nothing: LossSums = { lossSum: 0, correct: 0, count: 0 };

export async function createWebGpuEngine(
  spec: ModelSpec,
  microBatch: number,
  options: WebGpuOptions = {},
): Promise<ProfiledEngine> {
  const { checkpoints = false } = options;
  const plan = compile(spec, microBatch, { checkpoints });
  let context = options.context;
  if (!context) {
    const acquired = await acquireDevice();
    if (!acquired.ok) throw new EngineError(acquired.error.code, acquired.error.message);
    context = acquired.value;
  }
  try {
    const precision = precisionOf(options.precision ?? 'f32', context);
    const couldCheckpoint = !checkpoints && spec.layers.some(({ kind }) => kind === 'block');
    const gpu = await compileForGpu(context, plan, precision, { microBatch, couldCheckpoint });
    return new WebGpuEngine(spec, context, plan, gpu, options);
  } catch (error) {
    if (!options.context) destroyDevice(context);
    throw engineError(error);
  }
}

function precisionOf(wanted: Precision | 'mixed-or-f32', { f16, adapterName }: GpuContext): Precision {
  if (wanted === 'mixed' && !f16)
    throw new EngineError(
      'model-does-not-fit',
      `${adapterName} has no half precision (shader-f16) in this browser. Choose f32, or another browser or GPU.`,
    );
  return wanted === 'f32' || !f16 ? 'f32' : 'mixed';
}

class WebGpuEngine implements ProfiledEngine {
  readonly backend = 'webgpu';
  readonly lost: Promise<EngineError>;
  readonly #staging: StagingPool;
  readonly #pace: SubmitPace;
  readonly #parameters: HostReals;
  readonly #inputs: HostReals;
  readonly #targets: Uint32Array<ArrayBuffer>;
  readonly #tokenOrder: Uint32Array<ArrayBuffer> | undefined;
  #lossScale = initialLossScale;
  #busy = false;

  constructor(
    private readonly spec: ModelSpec,
    private readonly context: GpuContext,
    private readonly plan: Plan,
    private readonly gpu: GpuPlan,
    private readonly options: WebGpuOptions,
  ) {
    this.#staging = new StagingPool(context.device);
    this.#pace = new SubmitPace(context.isSoftware, options.submitLimitMs);
    this.#parameters = new HostReals(gpu.precision, gpu.layout.length);
    const inputs = plan.microBatch * plan.inputs;
    this.#inputs = new HostReals(plan.holds === 'tokens' ? 'f32' : gpu.precision, inputs);
    this.#targets = new Uint32Array(plan.microBatch * (1 + 2 * plan.terms));
    if (plan.vocabulary !== undefined)
      this.#tokenOrder = new Uint32Array(plan.vocabulary + 1 + plan.microBatch * plan.inputs);
    this.lost = context.faults.lost.then(engineError);
  }

  get device(): string {
    return this.context.adapterName;
  }
  get isSoftware(): boolean {
    return this.context.isSoftware;
  }
  get precision(): Precision {
    return this.gpu.precision;
  }
  get memory(): EngineMemory {
    return this.gpu.memory;
  }
  get slots(): Plan['slots'] {
    return this.plan.slots;
  }
  get parameterCount(): number {
    return this.plan.parameterCount;
  }
  get microBatch(): number {
    return this.plan.microBatch;
  }
  get terms(): number {
    return this.plan.terms;
  }

  initialParameters(seed: number): Float32Array {
    return initialParameters(this.plan, seed);
  }

  setParameters(flat: Float32Array): void {
    assert(flat.length === this.plan.parameterCount, 'parameters come as a whole flat vector');
    const { offsets } = this.gpu.layout;
    this.plan.slots.forEach(({ offset, length }, index) =>
      this.#parameters.set(flat.subarray(offset, offset + length), offsets[index]),
    );
    this.context.device.queue.writeBuffer(this.gpu.parameters, 0, this.#parameters.bytes);
  }

  gradient(
    microBatches: readonly MicroBatch[],
    buckets: readonly Bucket[],
    into: Float32Array,
    onBucket: (index: number) => void,
    { overlap, signal }: GradientOptions,
  ): Promise<LossSums> {
    assertBackwardOrder(buckets, this.plan.parameterCount);
    assert(into.length === this.plan.parameterCount, 'the gradient is written to a whole flat vector');
    return this.#step(signal, async (step) => {
      const announceAll = (sums: LossSums): LossSums => {
        if (sums.count === 0) into.fill(0);
        for (const { index } of buckets) onBucket(index);
        return sums;
      };
      if (microBatches.length === 0) return announceAll(nothing);
      if (this.gpu.precision === 'mixed')
        return announceAll(await this.#finiteGradient(step, microBatches, buckets, into));
      const leaveAfter = overlap
        ? bucketsLeaveAfter(this.plan, buckets)
        : buckets.map(() => this.plan.backward.length);
      return this.#gradient(step, microBatches, buckets, leaveAfter, into, onBucket, 1);
    });
  }

  /** Mixed precision: at a scale that does not overflow, or nothing. */
  async #finiteGradient(
    step: Step,
    microBatches: readonly MicroBatch[],
    buckets: readonly Bucket[],
    into: Float32Array,
  ): Promise<LossSums> {
    const leaveAfter = buckets.map(() => this.plan.backward.length);
    for (let attempt = 0; attempt < attemptsPerCall; attempt++) {
      const { scale } = this.#lossScale;
      const sums = await this.#gradient(step, microBatches, buckets, leaveAfter, into, () => {}, scale);
      if (!Number.isFinite(sums.lossSum)) return nothing; // the forward pass overflowed: no scale helps
      if (divideFinite(into, scale)) {
        this.#lossScale = afterGood(this.#lossScale);
        return { lossSum: sums.lossSum / scale, correct: sums.correct / scale, count: sums.count };
      }
      this.#lossScale = afterOverflow(this.#lossScale);
    }
    return nothing;
  }

  /** Gradient and loss sums times `scale`; each bucket announced after its own wait. */
  async #gradient(
    { watch, take }: Step,
    microBatches: readonly MicroBatch[],
    buckets: readonly Bucket[],
    leaveAfter: readonly number[],
    into: Float32Array,
    onBucket: (index: number) => void,
    scale: number,
  ): Promise<LossSums> {
    const { gpu } = this;
    const last = microBatches.length - 1;
    const whole = [...gpu.forward, ...gpu.backward];
    const startMs = performance.now();
    await this.#eachMicroBatch(watch, microBatches.slice(0, last), { drops: true, scale }, whole);
    watch.check();
    this.#upload(microBatches[last], { drops: true, scale });
    // Groups of buckets that leave at the same moment share a submit and a readback.
    const leaving: { readonly group: readonly Bucket[]; readonly staging: Staging; map: Promise<void> }[] =
      [];
    let done = 0;
    for (let from = 0; from < buckets.length;) {
      let to = from;
      while (to < buckets.length && leaveAfter[to] === leaveAfter[from]) to++;
      const group = buckets.slice(from, to);
      const isFirst = from === 0;
      const isLast = to === buckets.length;
      const range = this.#range(group);
      const bytes = 4 * (range.end - range.start);
      const staging = take(bytes + (isLast ? sumsBytes : 0));
      this.#submit(
        [...(isFirst ? gpu.forward : []), ...gpu.backward.slice(done, leaveAfter[from])],
        isFirst && last === 0 ? [gpu.gradients, gpu.sums] : [],
        (encoder) => {
          encoder.copyBufferToBuffer(gpu.gradients, 4 * range.start, staging.buffer, 0, bytes);
          if (isLast) encoder.copyBufferToBuffer(gpu.sums, 0, staging.buffer, bytes, sumsBytes);
        },
      );
      leaving.push({ group, staging, map: staging.map() });
      done = leaveAfter[from];
      from = to;
    }
    for (const { map } of leaving) map.catch(() => {}); // awaited below, unless an earlier one fails
    let sums = new Float32Array(2);
    for (const { group, staging, map } of leaving) {
      await watch.until(map, 'the GPU');
      const contents = new Float32Array(staging.contents());
      const range = this.#range(group);
      for (const { start, end } of group)
        unpack(this.plan.slots, gpu.layout, start, end, contents, range.start, into);
      sums = contents.slice(contents.length - 2);
      staging.release();
      for (const { index } of group) onBucket(index);
    }
    const work = whole.reduce((sum, call) => sum + call.work, 0);
    this.#pace.measured(work * microBatches.length, performance.now() - startMs);
    return { lossSum: sums[0], correct: sums[1], count: countOf(microBatches) };
  }

  evaluate(microBatches: readonly MicroBatch[]): Promise<LossSums> {
    return this.#step(undefined, async (step) => {
      if (microBatches.length === 0) return nothing;
      await this.#eachMicroBatch(step.watch, microBatches, { drops: false }, this.gpu.forward);
      const [lossSum, correct] = new Float32Array(await this.#read(step, this.gpu.sums, sumsBytes));
      return { lossSum, correct, count: countOf(microBatches) };
    });
  }

  predict(microBatch: MicroBatch): Promise<Float32Array> {
    const { plan, gpu } = this;
    return this.#step(undefined, async (step) => {
      await this.#eachMicroBatch(step.watch, [microBatch], { drops: false }, gpu.forward);
      const logits = new HostReals(gpu.precision, plan.microBatch * plan.terms * plan.classes);
      return logits.read(await this.#read(step, gpu.logits, logits.bytes.byteLength));
    });
  }

  readParameters(): Promise<Float32Array> {
    return this.#step(undefined, async (step) => {
      const { gpu, plan } = this;
      const bytes = await this.#read(step, gpu.parameters, gpu.parameters.size);
      const flat = new Float32Array(plan.parameterCount);
      unpack(plan.slots, gpu.layout, 0, plan.parameterCount, this.#parameters.read(bytes), 0, flat);
      return flat;
    });
  }

  profile(microBatch: MicroBatch): Promise<ProfileRow[]> {
    const { gpu, context } = this;
    return this.#step(undefined, ({ watch }) => {
      this.#upload(microBatch, { drops: true });
      return profile(context, [...gpu.forward, ...gpu.backward], watch);
    });
  }

  destroy(): void {
    this.#staging.destroy();
    this.gpu.destroy();
    if (!this.options.context) destroyDevice(this.context);
  }

  /** Runs one call with its fault watch; stagings taken in it are released on every path. */
  async #step<T>(signal: AbortSignal | undefined, run: (step: Step) => Promise<T>): Promise<T> {
    assert(!this.#busy, 'an engine runs one call at a time');
    this.#busy = true;
    const watch = this.context.faults.watch(signal);
    const taken: Staging[] = [];
    const { device } = this.context;
    // An uncaptured error may be announced after the map it spoilt has resolved; a scope's answer is in order.
    device.pushErrorScope('validation');
    let isScopeOpen = true;
    try {
      watch.check();
      const take = (bytes: number): Staging => {
        const staging = this.#staging.take(bytes);
        taken.push(staging);
        return staging;
      };
      const value = await run({ watch, take });
      isScopeOpen = false;
      const invalid = await watch.until(device.popErrorScope(), 'the GPU');
      if (invalid) throw new GpuFault('gpu-error', invalid.message);
      watch.check();
      return value;
    } catch (error) {
      throw signal?.aborted ? new EngineError('aborted', 'the call was aborted') : engineError(error);
    } finally {
      if (isScopeOpen) device.popErrorScope().catch(() => undefined); // the call has failed already
      for (const staging of taken) staging.release();
      watch.close();
      this.#busy = false;
    }
  }

  /** Zeroes sums and gradients, then runs the dispatches for each micro-batch, two in flight. */
  async #eachMicroBatch(
    watch: FaultWatch,
    microBatches: readonly MicroBatch[],
    options: { readonly drops: boolean; readonly scale?: number },
    calls: readonly GpuCall[],
  ): Promise<void> {
    const { sums, gradients } = this.gpu;
    const inFlight: Promise<undefined>[] = [];
    for (const [at, batch] of microBatches.entries()) {
      if (inFlight.length >= submitsInFlight) await watch.until(inFlight.shift()!, 'the GPU');
      watch.check();
      this.#upload(batch, options);
      this.#submit(calls, at === 0 ? [sums, gradients] : [], () => {});
      inFlight.push(this.context.device.queue.onSubmittedWorkDone());
    }
  }

  #upload(batch: MicroBatch, options: { readonly drops: boolean; readonly scale?: number }): void {
    const { plan, gpu } = this;
    assertMicroBatch(plan, batch);
    writeTargets(plan, batch, this.#targets, options);
    this.#inputs.set(batch.inputs, 0);
    const { queue } = this.context.device;
    queue.writeBuffer(gpu.inputs, 0, this.#inputs.bytes);
    queue.writeBuffer(gpu.targets, 0, this.#targets);
    if (!this.#tokenOrder || !gpu.tokenOrder || plan.vocabulary === undefined) return;
    writeTokenOrder(batch.inputs, plan.vocabulary, this.#tokenOrder);
    queue.writeBuffer(gpu.tokenOrder, 0, this.#tokenOrder);
  }

  /** One encoder, one pass, one submit, unless that would take long. `copy` follows the calls. */
  #submit(
    calls: readonly GpuCall[],
    cleared: readonly GPUBuffer[],
    copy: (encoder: GPUCommandEncoder) => void,
  ): void {
    const { device } = this.context;
    const runs = this.#pace.runs(calls);
    runs.forEach((run, at) => {
      const encoder = device.createCommandEncoder({ label: this.spec.name });
      if (at === 0) for (const buffer of cleared) encoder.clearBuffer(buffer);
      const dispatches = run.flatMap((call) => call.dispatches);
      encodePass(encoder, this.spec.name, dispatches);
      if (at === runs.length - 1) copy(encoder);
      device.queue.submit([encoder.finish()]);
    });
  }

  async #read({ watch, take }: Step, buffer: GPUBuffer, bytes: number): Promise<ArrayBuffer> {
    const staging = take(bytes);
    this.#submit([], [], (encoder) => encoder.copyBufferToBuffer(buffer, 0, staging.buffer, 0, bytes));
    await watch.until(staging.map(), 'the GPU');
    return staging.contents().slice();
  }

  /** Padded elements of neighbouring buckets (in backward order). */
  #range(group: readonly Bucket[]): { readonly start: number; readonly end: number } {
    return paddedRange(this.plan.slots, this.gpu.layout, group.at(-1)!.start, group[0].end);
  }
}

/** Divides by a power of two, exactly (but for subnormal results). False when any value is not finite. */
function divideFinite(values: Float32Array, scale: number): boolean {
  const factor = 1 / scale;
  let spoilt = 0; // NaN as soon as a value is infinite or NaN
  for (let i = 0; i < values.length; i++) {
    const value = values[i] * factor;
    spoilt += value * 0;
    values[i] = value;
  }
  return spoilt === 0;
}

function destroyDevice({ device, faults }: GpuContext): void {
  faults.expectLoss();
  device.destroy();
}

function engineError(error: unknown): EngineError {
  if (error instanceof EngineError) return error;
  if (error instanceof GpuFault) return new EngineError(error.code, error.message);
  if (error instanceof DeadlineError) return new EngineError('gpu-error', error.message);
  if (error instanceof DOMException || (typeof GPUError === 'function' && error instanceof GPUError))
    return new EngineError('gpu-error', error.message);
  throw error; // a broken invariant of ours
}
