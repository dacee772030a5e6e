// The WebGPU backend. A micro-batch is one encoder, one compute pass, one submit, with at most two in flight;
// with overlap, the last micro-batch is cut where a bucket is complete, so that its copy and its map (5–15 ms of
// latency each) run while the rest of the backward pass does. Any uncaptured error fails the call, and every wait
// ends with the device: nothing hangs, nothing reads silent zeros.
import { assert } from '../base/assert';
import { DeadlineError } from '../base/deadline';
import { acquireDevice, type GpuContext } from '../gpu/device';
import { GpuFault, type FaultWatch } from '../gpu/faults';
import { encodePass, type Dispatch } from '../gpu/program';
import { StagingPool, type Staging } from '../gpu/staging';
import { assertBackwardOrder, bucketsLeaveAfter } from './bucket-order';
import { EngineError, type Bucket, type Engine, type LossSums, type MicroBatch } from './engine';
import { pack, paddedRange, unpack } from './gpu-layout';
import { compileForGpu, type GpuPlan } from './gpu-plan';
import { assertMicroBatch, countOf, writeTargets, writeTokenOrder } from './host-tensors';
import { initialParameters } from './initial-parameters';
import { compile, type Plan } from './plan';
import type { CompileOptions, ModelSpec } from './spec';

type GradientOptions = { readonly overlap: boolean; readonly signal?: AbortSignal };

const submitsInFlight = 2;
const sumsBytes = 8;

/** Without `context`, the engine acquires a device of its own and destroys it at the end. */
export async function createWebGpuEngine(
  spec: ModelSpec,
  microBatch: number,
  options: { readonly context?: GpuContext } & Partial<CompileOptions> = {},
): Promise<Engine> {
  let context = options.context;
  if (!context) {
    const acquired = await acquireDevice();
    if (!acquired.ok) throw new EngineError(acquired.error.code, acquired.error.message);
    context = acquired.value;
  }
  const plan = compile(spec, microBatch, { checkpoints: options.checkpoints ?? false });
  try {
    const gpu = await compileForGpu(context, plan);
    return new WebGpuEngine(spec, context, plan, gpu, options.context === undefined);
  } catch (error) {
    if (!options.context) destroyDevice(context);
    throw engineError(error);
  }
}

class WebGpuEngine implements Engine {
  readonly backend = 'webgpu';
  readonly lost: Promise<EngineError>;
  readonly #staging: StagingPool;
  readonly #padded: Float32Array<ArrayBuffer>;
  readonly #targets: Uint32Array<ArrayBuffer>;
  readonly #tokenOrder: Uint32Array<ArrayBuffer> | undefined;
  #busy = false;

  constructor(
    private readonly spec: ModelSpec,
    private readonly context: GpuContext,
    private readonly plan: Plan,
    private readonly gpu: GpuPlan,
    private readonly ownsDevice: boolean,
  ) {
    this.#staging = new StagingPool(context.device);
    this.#padded = new Float32Array(gpu.layout.length);
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
    pack(this.plan.slots, this.gpu.layout, flat, this.#padded);
    this.context.device.queue.writeBuffer(this.gpu.parameters, 0, this.#padded);
  }

  gradient(
    microBatches: readonly MicroBatch[],
    buckets: readonly Bucket[],
    into: Float32Array,
    onBucket: (index: number) => void,
    options: GradientOptions,
  ): Promise<LossSums> {
    assertBackwardOrder(buckets, this.plan.parameterCount);
    assert(into.length === this.plan.parameterCount, 'the gradient is written to a whole flat vector');
    return this.#step(options.signal, async (watch, take) => {
      if (microBatches.length === 0) {
        into.fill(0);
        for (const { index } of buckets) onBucket(index);
        return { lossSum: 0, correct: 0, count: 0 };
      }
      const { gpu } = this;
      const last = microBatches.length - 1;
      const whole = [...gpu.forward, ...gpu.backward];
      await this.#eachMicroBatch(watch, microBatches.slice(0, last), true, whole);
      watch.check();
      this.#upload(microBatches[last], true);
      // Groups of buckets that leave at the same moment share a submit and a readback.
      const leaveAfter = options.overlap
        ? bucketsLeaveAfter(this.plan, buckets)
        : buckets.map(() => this.plan.backward.length);
      const leaving: { readonly group: readonly Bucket[]; readonly staging: Staging; map: Promise<void> }[] =
        [];
      let done = 0;
      for (let from = 0; from < buckets.length;) {
        let to = from;
        while (to < buckets.length && leaveAfter[to] === leaveAfter[from]) to++;
        const end = gpu.dispatchesOf[leaveAfter[from]];
        const group = buckets.slice(from, to);
        const isFirst = from === 0;
        const isLast = to === buckets.length;
        const range = this.#range(group);
        const bytes = 4 * (range.end - range.start);
        const staging = take(bytes + (isLast ? sumsBytes : 0));
        this.#submit(
          [...(isFirst ? gpu.forward : []), ...gpu.backward.slice(done, end)],
          isFirst && last === 0 ? [gpu.gradients, gpu.sums] : [],
          (encoder) => {
            encoder.copyBufferToBuffer(gpu.gradients, 4 * range.start, staging.buffer, 0, bytes);
            if (isLast) encoder.copyBufferToBuffer(gpu.sums, 0, staging.buffer, bytes, sumsBytes);
          },
        );
        leaving.push({ group, staging, map: staging.map() });
        done = end;
        from = to;
      }
      for (const { map } of leaving) map.catch(() => {}); // awaited below, unless an earlier one fails
      let sums = new Float32Array(2);
      for (const { group, staging, map } of leaving) {
        await watch.until(map, 'the GPU');
        const contents = staging.contents();
        const range = this.#range(group);
        for (const { start, end } of group)
          unpack(this.plan.slots, gpu.layout, start, end, contents, range.start, into);
        sums = contents.slice(contents.length - 2);
        staging.release();
        for (const { index } of group) onBucket(index);
      }
      return { lossSum: sums[0], correct: sums[1], count: countOf(microBatches) };
    });
  }

  evaluate(microBatches: readonly MicroBatch[]): Promise<LossSums> {
    return this.#step(undefined, async (watch, take) => {
      if (microBatches.length === 0) return { lossSum: 0, correct: 0, count: 0 };
      await this.#eachMicroBatch(watch, microBatches, false, this.gpu.forward);
      const [lossSum, correct] = await this.#read(watch, take, this.gpu.sums, sumsBytes);
      return { lossSum, correct, count: countOf(microBatches) };
    });
  }

  predict(microBatch: MicroBatch): Promise<Float32Array> {
    return this.#step(undefined, async (watch, take) => {
      await this.#eachMicroBatch(watch, [microBatch], false, this.gpu.forward);
      return this.#read(
        watch,
        take,
        this.gpu.logits,
        4 * this.plan.microBatch * this.plan.terms * this.plan.classes,
      );
    });
  }

  readParameters(): Promise<Float32Array> {
    return this.#step(undefined, async (watch, take) => {
      const { gpu, plan } = this;
      const padded = await this.#read(watch, take, gpu.parameters, 4 * gpu.layout.length);
      const flat = new Float32Array(plan.parameterCount);
      unpack(plan.slots, gpu.layout, 0, plan.parameterCount, padded, 0, flat);
      return flat;
    });
  }

  destroy(): void {
    this.#staging.destroy();
    this.gpu.destroy();
    if (this.ownsDevice) destroyDevice(this.context);
  }

  /** Runs one call with its fault watch; stagings taken in it are released on every path. */
  async #step<T>(
    signal: AbortSignal | undefined,
    run: (watch: FaultWatch, take: (bytes: number) => Staging) => Promise<T>,
  ): Promise<T> {
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
      const value = await run(watch, (bytes) => {
        const staging = this.#staging.take(bytes);
        taken.push(staging);
        return staging;
      });
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

  /** Zeroes the sums (and gradients), then runs the dispatches for each micro-batch, two in flight. */
  async #eachMicroBatch(
    watch: FaultWatch,
    microBatches: readonly MicroBatch[],
    isTraining: boolean,
    dispatches: readonly Dispatch[],
  ): Promise<void> {
    const { sums, gradients } = this.gpu;
    const inFlight: Promise<undefined>[] = [];
    for (const [at, batch] of microBatches.entries()) {
      if (inFlight.length >= submitsInFlight) await watch.until(inFlight.shift()!, 'the GPU');
      watch.check();
      this.#upload(batch, isTraining);
      const cleared = isTraining ? [sums, gradients] : [sums];
      this.#submit(dispatches, at === 0 ? cleared : [], () => {});
      inFlight.push(this.context.device.queue.onSubmittedWorkDone());
    }
  }

  #upload(batch: MicroBatch, drops: boolean): void {
    const { plan, gpu } = this;
    assertMicroBatch(plan, batch);
    writeTargets(plan, batch, this.#targets, { drops });
    const { queue } = this.context.device;
    queue.writeBuffer(gpu.inputs, 0, batch.inputs as Float32Array<ArrayBuffer>);
    queue.writeBuffer(gpu.targets, 0, this.#targets);
    if (!this.#tokenOrder || !gpu.tokenOrder || plan.vocabulary === undefined) return;
    writeTokenOrder(batch.inputs, plan.vocabulary, this.#tokenOrder);
    queue.writeBuffer(gpu.tokenOrder, 0, this.#tokenOrder);
  }

  #submit(
    dispatches: readonly Dispatch[],
    cleared: readonly GPUBuffer[],
    copy: (encoder: GPUCommandEncoder) => void,
  ): void {
    const { device } = this.context;
    const encoder = device.createCommandEncoder({ label: this.spec.name });
    for (const buffer of cleared) encoder.clearBuffer(buffer);
    encodePass(encoder, this.spec.name, dispatches);
    copy(encoder);
    device.queue.submit([encoder.finish()]);
  }

  async #read(
    watch: FaultWatch,
    take: (bytes: number) => Staging,
    buffer: GPUBuffer,
    bytes: number,
  ): Promise<Float32Array> {
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
