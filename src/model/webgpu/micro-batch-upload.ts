// Uploads a micro-batch: inputs in the device's number format, targets, and for a language model the token order.
import { assertMicroBatch, writeTargets, writeTokenOrder, type TargetOptions } from '../plan/host-tensors';
import type { MicroBatch } from '../engine';
import type { Plan } from '../plan/plan';
import type { GpuPlan } from './gpu-plan';
import { HostReals } from './host-reals';

export class MicroBatchUpload {
  readonly #inputs: HostReals;
  readonly #targets: Uint32Array<ArrayBuffer>;
  readonly #tokenOrder: Uint32Array<ArrayBuffer> | undefined;

  constructor(
    private readonly queue: GPUQueue,
    private readonly plan: Plan,
    private readonly gpu: GpuPlan,
  ) {
    const inputs = plan.microBatch * plan.inputs;
    this.#inputs = new HostReals(plan.holds === 'tokens' ? 'f32' : gpu.precision, inputs);
    this.#targets = new Uint32Array(plan.microBatch * (1 + 2 * plan.terms));
    if (plan.vocabulary !== undefined) this.#tokenOrder = new Uint32Array(plan.vocabulary + 1 + inputs);
  }

  /** The arrays of `batch` are copied before it returns. */
  write(batch: MicroBatch, options: TargetOptions): void {
    const { plan, gpu, queue } = this;
    assertMicroBatch(plan, batch);
    writeTargets(plan, batch, this.#targets, options);
    this.#inputs.set(batch.inputs, 0);
    queue.writeBuffer(gpu.inputs, 0, this.#inputs.bytes);
    queue.writeBuffer(gpu.targets, 0, this.#targets);
    if (!this.#tokenOrder || !gpu.tokenOrder || plan.vocabulary === undefined) return;
    writeTokenOrder(batch.inputs, plan.vocabulary, this.#tokenOrder);
    queue.writeBuffer(gpu.tokenOrder, 0, this.#tokenOrder);
  }
}
