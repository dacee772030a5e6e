// When the buckets of this replica's gradient are final, as shares of the time it computes. The shares depend on the
// model much more than on the device, so they stand for all members. Smoothed over steps.

export interface BucketTimes {
  /** The elements of each bucket, in the order in which they leave. */
  readonly elements: readonly number[];
  /** The shares of each bucket, 0 … 1; undefined: no step with these buckets overlapped yet. */
  readonly readyShares: readonly number[] | undefined;
}

/** The times of one gradient, in ms after its begin. */
export interface TimedBuckets {
  readonly elements: readonly number[];
  readonly readyMs: readonly number[];
  readonly computeMs: number;
  /** False: all buckets are final at the end. */
  readonly isOverlapped: boolean;
}

/** Weight of the newest step. */
const weight = 0.2;

/** A gradient without overlap says nothing about the shares: they stay as they were. */
export function addBucketTimes(
  before: BucketTimes | undefined,
  { elements, readyMs, computeMs, isOverlapped }: TimedBuckets,
): BucketTimes {
  const isSame =
    before?.elements.length === elements.length && before.elements.every((n, i) => n === elements[i]);
  const known = isSame ? before.readyShares : undefined;
  if (!isOverlapped || !(computeMs > 0)) return { elements, readyShares: known };
  const now = readyMs.map((ms) => Math.min(1, ms / computeMs));
  return {
    elements,
    readyShares: known ? now.map((share, i) => known[i] + weight * (share - known[i])) : now,
  };
}

/** A guess before any step overlapped. The backward pass takes two thirds of the computing, and its time goes with the
 *  elements. Of several micro-batches only the last one completes buckets. */
export function assumedShares(elements: readonly number[], microBatches: number): readonly number[] {
  const total = elements.reduce((sum, n) => sum + n, 0);
  let done = 0;
  return elements.map((n) => {
    done += n;
    return 1 - ((2 / 3) * (1 - done / total)) / Math.max(1, microBatches);
  });
}
