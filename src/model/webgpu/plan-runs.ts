// Runs the calls of a plan on the device. A micro-batch is one encoder, one compute pass and one submit, with at most
// two submits in flight. A submit that would take long is cut into several (submit-pace.ts).
import type { FaultWatch } from '../../gpu/faults';
import { encodePass } from '../../gpu/program';
import type { SubmitPace } from '../../gpu/submit-pace';
import type { MicroBatch } from '../engine';
import type { TargetOptions } from '../plan/host-tensors';
import type { DeviceCall } from './device-calls';
import type { GpuCall, GpuPlan } from './gpu-plan';
import type { MicroBatchUpload } from './micro-batch-upload';

const submitsInFlight = 2;

export class PlanRuns {
  constructor(
    private readonly device: GPUDevice,
    private readonly label: string,
    private readonly gpu: GpuPlan,
    private readonly upload: MicroBatchUpload,
    private readonly pace: SubmitPace,
  ) {}

  /** Clears sums and gradients, then uploads each micro-batch and runs `calls` on it. */
  async each(
    watch: FaultWatch,
    microBatches: readonly MicroBatch[],
    options: TargetOptions,
    calls: readonly GpuCall[],
  ): Promise<void> {
    const { sums, gradients } = this.gpu;
    const inFlight: Promise<undefined>[] = [];
    for (const [at, batch] of microBatches.entries()) {
      if (inFlight.length >= submitsInFlight) await watch.until(inFlight.shift()!, 'the GPU');
      watch.check();
      this.upload.write(batch, options);
      this.submit(calls, at === 0 ? [sums, gradients] : [], () => {});
      inFlight.push(this.device.queue.onSubmittedWorkDone());
    }
  }

  /** Clears buffers, runs `calls`, then records `copy`. */
  submit(
    calls: readonly GpuCall[],
    cleared: readonly GPUBuffer[],
    copy: (encoder: GPUCommandEncoder) => void,
  ): void {
    const { device, label } = this;
    const runs = this.pace.runs(calls);
    runs.forEach((run, at) => {
      const encoder = device.createCommandEncoder({ label });
      if (at === 0) for (const buffer of cleared) encoder.clearBuffer(buffer);
      const dispatches = run.flatMap((call) => call.dispatches);
      encodePass(encoder, label, dispatches);
      if (at === runs.length - 1) copy(encoder);
      device.queue.submit([encoder.finish()]);
    });
  }

  /** The first `bytes` of a buffer, once all earlier submits have run. */
  async read({ watch, take }: DeviceCall, buffer: GPUBuffer, bytes: number): Promise<ArrayBuffer> {
    const staging = take(bytes);
    this.submit([], [], (encoder) => encoder.copyBufferToBuffer(buffer, 0, staging.buffer, 0, bytes));
    await watch.until(staging.map(), 'the GPU');
    return staging.contents().slice();
  }
}
