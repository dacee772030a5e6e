// This replica's contribution to one step, from its source. When the plan is known it is computed ahead of the
// header. It is kept until the step is finished, so that a retry after a lost member starts from it (S3).
import { abortReason, waitFor, type Wait } from '../../base/deadline';
import type { Clock } from '../../base/clock';
import { largestPart } from '../../collectives/bounded-segment';
import type { Bucket, LossSums } from '../../model/engine';
import { squaredNormOf } from '../../optim/state/block-norms';
import type { Withholding } from '../header/header-record';
import type { TimedBuckets } from '../metrics/bucket-times';
import type { Interval } from '../metrics/step-split';
import type { Computed, GradientSource } from './gradient-source';

/** What a command of the host makes a replica send, to teach. */
export interface Poison {
  readonly how: 'nan' | 'outlier';
  /** gradient: before its own check, which must find it. wire: after that check, so that its successor must find it. */
  readonly at: 'gradient' | 'wire';
}

export interface GradientJudge {
  /** A ‖g_j‖ of the mean gradient above it is an outlier; undefined: not known yet. */
  readonly limit: () => number | undefined;
  readonly poison: Poison | undefined;
}

export interface LocalGradientOptions {
  readonly source: GradientSource;
  readonly buckets: readonly Bucket[];
  /** Overwritten; it must not be in use by an earlier gradient. */
  readonly into: Float32Array;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly judge?: GradientJudge;
}

const believing: GradientJudge = { limit: () => undefined, poison: undefined };

export class LocalGradient {
  /** Settles when every bucket is final, with the loss sums; rejects with EngineError. */
  readonly done: Promise<Computed>;
  /** The time of each bucket after the begin; undefined before it is final. */
  readonly #readyMs: (number | undefined)[];
  readonly #waits: Wait<void>[];
  readonly #started: number;
  #ended: number | undefined;
  #count: number | undefined;
  readonly #checked: boolean[];
  /** Σ of squares over the buckets checked. */
  #squares = 0;
  #withheld: Withholding = 'none';
  #isDropped = false;

  readonly source: GradientSource;
  readonly buckets: readonly Bucket[];
  readonly into: Float32Array;
  readonly clock: Clock;
  readonly judge: GradientJudge;

  constructor({ source, buckets, into, clock, signal, judge = believing }: LocalGradientOptions) {
    this.source = source;
    this.buckets = buckets;
    this.into = into;
    this.clock = clock;
    this.judge = judge;
    this.#checked = buckets.map(() => false);
    this.#started = clock.now();
    this.#readyMs = buckets.map(() => undefined);
    this.#waits = buckets.map((bucket) => {
      const wait = waitFor<void>(
        clock,
        computeDeadlineMs,
        `this device's gradient of bucket ${bucket.index}`,
      );
      wait.promise.catch(() => undefined); // the reduce of the bucket awaits it and sees the failure
      return wait;
    });
    const abort = (): void => {
      for (const wait of this.#waits) wait.reject(abortReason(signal));
    };
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    const onBucket = (index: number): void => {
      this.#readyMs[index] = clock.now() - this.#started;
      this.#waits[index].settle();
      onProgress();
    };
    const onProgress = (): void => {
      for (const wait of this.#waits) wait.progress();
    };
    this.done = source.compute(buckets, into, onBucket, signal, onProgress);
    this.done.then(
      ({ contributed }) => {
        this.#ended = clock.now();
        this.#count = contributed;
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

  /** All of it. Rejects with EngineError or DeadlineError. */
  async whole(): Promise<void> {
    await Promise.all(this.#waits.map(({ promise }) => promise));
    await this.done;
  }

  /** Loss terms that it sums, once it is done. 0 if it is withheld or dropped, or if its shard overflows at every scale
   *  in mixed precision. */
  get count(): number | undefined {
    return this.#isDropped || this.#withheld !== 'none' ? 0 : this.#count;
  }

  /** Why it contributes nothing, by its own check. */
  get withheld(): Withholding {
    return this.#withheld === 'none' && this.#count === 0 && this.source.terms > 0
      ? 'overflow'
      : this.#withheld;
  }

  /** Called once for a bucket that is ready. Returns why it must not be sent, if so. */
  check(index: number): Withholding {
    if (this.#checked[index] || this.count === 0) return 'none';
    this.#checked[index] = true;
    const { start, end } = this.buckets[index];
    const bucket = this.into.subarray(start, end);
    const { limit, poison } = this.judge;
    if (poison?.at === 'gradient') spoil(bucket, poison);
    const squares = squaredNormOf(bucket);
    if (poison?.at === 'wire') spoil(bucket, poison);
    this.#squares += squares;
    if (!Number.isFinite(squares)) return 'non-finite';
    if (squares > largestPart ** 2) return 'overflow'; // its sum with other parts would overflow
    return Math.sqrt(squares) / (this.#count ?? this.source.terms) > (limit() ?? Infinity)
      ? 'outlier'
      : 'none';
  }

  /** Checks, before it is announced, what is known so far, which saves a second attempt. */
  async settle(): Promise<void> {
    for (const { index } of this.buckets) {
      if (!this.isDone) return;
      const why = this.check(index);
      if (why !== 'none') return this.withhold(why);
    }
  }

  /** It contributes nothing, for this reason. All collectives on it have ended. */
  async withhold(why: Withholding): Promise<void> {
    this.#withheld = why;
    await this.drop();
  }

  /** It is zeros from now on, and all members count its contribution as 0. */
  async drop(): Promise<void> {
    if (this.#isDropped) return;
    this.#isDropped = true;
    await this.done;
    this.into.fill(0);
    this.#squares = 0;
  }

  /** The sums of what it contributes; of local steps, of the first. Rejects with EngineError. */
  async sums(): Promise<LossSums> {
    const { lossSum, score, count } = await this.done;
    return this.count === 0 ? { lossSum: 0, score: 0, count: 0 } : { lossSum, score, count };
  }

  get isDone(): boolean {
    return this.#ended !== undefined;
  }

  /** When this device computed; until now if it still does. */
  intervals(): readonly Interval[] {
    const cuts = [this.#started, ...(this.source.paused ?? []).flat(), this.#ended ?? this.clock.now()];
    return Array.from({ length: cuts.length / 2 }, (_, i): Interval => [cuts[2 * i], cuts[2 * i + 1]]);
  }

  /** The time that it computed. */
  get computedMs(): number {
    return this.intervals().reduce((sum, [start, end]) => sum + end - start, 0);
  }

  /** Once it is done. */
  timedBuckets(): TimedBuckets {
    const computeMs = this.computedMs;
    return {
      elements: this.buckets.map(({ start, end }) => end - start),
      readyMs: this.#readyMs.map((ms) => ms ?? computeMs),
      computeMs,
      isOverlapped: this.source.isOverlapped,
    };
  }

  /** ‖g_j‖², once all is checked, of the mean gradient over `count` loss terms. */
  meanSquaredNorm(count: number): number {
    return count === 0 ? 0 : this.#squares / (count * count);
  }
}

function spoil(bucket: Float32Array, { how }: Poison): void {
  if (how === 'nan') bucket.fill(NaN);
  else for (let i = 0; i < bucket.length; i++) bucket[i] *= 1e9;
}

/** The time without a bucket after which the device hangs. A step of the largest models on a phone takes seconds. */
const computeDeadlineMs = 120_000;
