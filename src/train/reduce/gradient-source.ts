// Where a replica's contribution to a step comes from: the gradient of its shard, or the change that its inner steps made
// (src/train/inner). Either is a sum over loss terms, so all that follows is the same for both (E24).
import type { TrainState } from '../../optim/state/train-state';
import type { Bucket, Engine, LossSums, MicroBatch } from '../../model/engine';

/** [start, end) in clock ms. */
type Interval = readonly [start: number, end: number];

/** The loss sums are for the screen; `contributed`: n_j, the loss terms that the sum is over. */
export interface Computed extends LossSums {
  readonly contributed: number;
}

/** Parameters of a member's own, which stay from one step of the ring to the next (E28). */
export interface OwnParameters {
  /** The inner steps did not begin at the outer parameters. */
  readonly goesOn: boolean;
  /** What the inner steps left, once they are done. */
  readonly left: TrainState | undefined;
  /** The step before is finished: (P), the outer parameters after it. */
  outerIs(outer: Float32Array): void;
  /** The inner steps do not count. */
  drop(): void;
}

export interface GradientSource {
  /** Loss terms of its shard. */
  readonly terms: number;
  /** Loss terms computed so far, padding included. */
  readonly termsComputed: number;
  /** Only the end shows how much it contributes: it is announced then, not before. */
  readonly isAnnouncedLate: boolean;
  /** Buckets may be final before the end. */
  readonly isOverlapped: boolean;
  /** The parameters of the member's own at which inner steps begin. */
  readonly own?: OwnParameters;
  /** The times, in clock ms, when it could only wait for the sum before. Absent: never. */
  readonly paused?: readonly Interval[];
  /** Fills `into` and tells each bucket that is final, and that it goes on. Called once. Rejects with EngineError. */
  compute(
    buckets: readonly Bucket[],
    into: Float32Array,
    onBucket: (index: number) => void,
    signal: AbortSignal,
    onProgress: () => void,
  ): Promise<Computed>;
}

/** Σ∇L over the micro-batches of a shard. */
export function shardGradient(
  engine: Engine,
  microBatches: readonly MicroBatch[],
  isOverlapped: boolean,
): GradientSource {
  return {
    terms: microBatches.reduce((sum, { weights }) => sum + weights.reduce((a, b) => a + b, 0), 0),
    termsComputed: microBatches.reduce((sum, { weights }) => sum + weights.length, 0),
    // Only the whole gradient shows whether it overflowed.
    isAnnouncedLate: engine.precision === 'mixed',
    isOverlapped,
    async compute(buckets, into, onBucket, signal) {
      const sums = await engine.gradient(microBatches, buckets, into, onBucket, {
        overlap: isOverlapped,
        signal,
      });
      return { ...sums, contributed: sums.count };
    },
  };
}
