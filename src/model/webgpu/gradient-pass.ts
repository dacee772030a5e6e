// Computes the gradient of one call: every micro-batch forward and backward, then the buckets are read back. The last
// micro-batch is cut where a bucket is complete. The bucket's copy and map, of 5–15 ms latency each, then run beside
// the rest of the backward pass.
import type { Clock } from '../../base/clock';
import type { SubmitPace } from '../../gpu/submit-pace';
import type { Staging } from '../../gpu/staging';
import type { LossSums, MicroBatch } from '../engine';
import { countOf } from '../plan/host-tensors';
import type { Plan } from '../plan/plan';
import type { BucketGroup } from './bucket-groups';
import type { DeviceCall } from './device-calls';
import { paddedRange, unpack } from './gpu-layout';
import type { GpuPlan } from './gpu-plan';
import type { MicroBatchUpload } from './micro-batch-upload';
import type { PlanRuns } from './plan-runs';

export interface GradientTask {
  /** Not empty. */
  readonly microBatches: readonly MicroBatch[];
  readonly groups: readonly BucketGroup[];
  /** The scale of loss terms. Gradient and loss sums come out multiplied by it. */
  readonly scale: number;
  readonly into: Float32Array;
  /** Called for each bucket when its part of `into` is final. */
  readonly onBucket: (index: number) => void;
}

/** A group whose copy is submitted. */
interface Leaving {
  readonly group: BucketGroup;
  /** The slot’s first element in the padded buffer. */
  readonly paddedStart: number;
  readonly staging: Staging;
  readonly mapped: Promise<void>;
}

export interface GradientPassParts {
  readonly plan: Plan;
  readonly gpu: GpuPlan;
  readonly upload: MicroBatchUpload;
  readonly runs: PlanRuns;
  readonly pace: SubmitPace;
  readonly clock: Clock;
}

export class GradientPass {
  constructor(private readonly parts: GradientPassParts) {}

  async run(call: DeviceCall, task: GradientTask): Promise<LossSums> {
    const { microBatches, scale } = task;
    const wholePlan = [...this.parts.gpu.forward, ...this.parts.gpu.backward];
    const startMs = this.parts.clock.now();
    await this.parts.runs.each(call.watch, microBatches.slice(0, -1), { drops: true, scale }, wholePlan);
    call.watch.check();
    const [lossSum, score] = await this.#readBack(call, this.#submitLast(call, task), task);
    const work = wholePlan.reduce((sum, each) => sum + each.work, 0);
    this.parts.pace.measured(work * microBatches.length, this.parts.clock.now() - startMs);
    return { lossSum, score, count: countOf(microBatches) };
  }

  /** The last micro-batch: a submit and a copy per group. The loss sums follow the last group. */
  #submitLast({ take }: DeviceCall, { microBatches, groups, scale }: GradientTask): Leaving[] {
    const { plan, gpu } = this.parts;
    this.parts.upload.write(microBatches[microBatches.length - 1], { drops: true, scale });
    return groups.map((group, at) => {
      const isFirst = at === 0;
      const isLast = at === groups.length - 1;
      const { start, end } = paddedRange(plan.slots, gpu.layout, group.start, group.end);
      const bytes = 4 * (end - start);
      const staging = take(bytes + (isLast ? gpu.sums.size : 0));
      this.parts.runs.submit(
        [...(isFirst ? gpu.forward : []), ...gpu.backward.slice(group.fromCall, group.toCall)],
        isFirst && microBatches.length === 1 ? [gpu.gradients, gpu.sums] : [],
        (encoder) => {
          encoder.copyBufferToBuffer(gpu.gradients, 4 * start, staging.buffer, 0, bytes);
          if (isLast) encoder.copyBufferToBuffer(gpu.sums, 0, staging.buffer, bytes, gpu.sums.size);
        },
      );
      const mapped = staging.map();
      mapped.catch(() => {}); // awaited in #readBack, unless an earlier group fails
      return { group, paddedStart: start, staging, mapped };
    });
  }

  /** Each group after its own wait. Returns the loss sums. */
  async #readBack(
    { watch }: DeviceCall,
    leaving: readonly Leaving[],
    { into, onBucket }: GradientTask,
  ): Promise<Float32Array> {
    const { slots } = this.parts.plan;
    let sums = new Float32Array(2);
    for (const { group, paddedStart, staging, mapped } of leaving) {
      await watch.until(mapped, 'the GPU');
      const contents = new Float32Array(staging.contents());
      const padded = { padded: contents, paddedStart };
      for (const bucket of group.buckets) unpack(slots, this.parts.gpu.layout, bucket, padded, into);
      sums = contents.slice(contents.length - 2);
      staging.release();
      for (const { index } of group.buckets) onBucket(index);
    }
    return sums;
  }
}
