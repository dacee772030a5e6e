// This replica's contribution to one step: Σ∇L over its shard. It is computed ahead of the header where the plan
// is known, and kept until the step is finished, so that a retry after a lost member starts from it (S3).
import { waitFor, type Wait } from '../base/deadline';
import type { Clock } from '../base/clock';
import type { Bucket, Engine, LossSums, MicroBatch } from '../model/engine';
import { squaredNormOf } from '../optim/block-norms';
import type { Interval } from './step-split';

export class LocalGradient {
  /** Settles when every bucket is final, with the loss sums; rejects with EngineError. */
  readonly done: Promise<LossSums>;
  readonly #ready: boolean[];
  readonly #waits: Wait<void>[];
  readonly #started: number;
  #ended: number | undefined;
  #count: number | undefined;

  /** `into` is overwritten; it must not be in use by an earlier gradient. */
  constructor(
    engine: Engine,
    readonly microBatches: readonly MicroBatch[],
    readonly buckets: readonly Bucket[],
    readonly into: Float32Array,
    readonly isOverlapped: boolean,
    readonly clock: Clock,
    signal: AbortSignal,
  ) {
    this.#started = clock.now();
    this.#ready = buckets.map(() => false);
    this.#waits = buckets.map((bucket) => {
      const wait = waitFor<void>(
        clock,
        computeDeadlineMs,
        `this device's gradient of bucket ${bucket.index}`,
        signal,
      );
      wait.promise.catch(() => undefined); // whoever reduces the bucket awaits it; nobody else must
      return wait;
    });
    const onBucket = (index: number): void => {
      this.#ready[index] = true;
      this.#waits[index].settle();
      for (const wait of this.#waits) wait.progress();
    };
    this.done = engine.gradient(microBatches, buckets, into, onBucket, { overlap: isOverlapped, signal });
    this.done.then(
      ({ count }) => {
        this.#ended = clock.now();
        this.#count = count;
      },
      (error: Error) => {
        this.#ended = clock.now();
        for (const wait of this.#waits) wait.reject(error);
      },
    );
  }

  bucketReady(index: number): Promise<void> {
    return this.#waits[index].promise;
  }

  /** Loss terms it really sums, once it is done: in mixed precision none, where the shard overflows at every scale. */
  get count(): number | undefined {
    return this.#count;
  }

  /** Loss terms of its shard. */
  get terms(): number {
    return this.microBatches.reduce((sum, { weights }) => sum + weights.reduce((a, b) => a + b, 0), 0);
  }

  get isDone(): boolean {
    return this.#ended !== undefined;
  }

  /** While this device computed, until now if it still does. */
  interval(): Interval {
    return [this.#started, this.#ended ?? this.clock.now()];
  }

  /** ‖g_j‖² of the mean gradient over `count` loss terms. */
  meanSquaredNorm(count: number): number {
    return count === 0 ? 0 : squaredNormOf(this.into) / (count * count);
  }
}

/** Without a bucket for so long the device hangs: a step of the largest models on a phone takes seconds. */
const computeDeadlineMs = 120_000;
