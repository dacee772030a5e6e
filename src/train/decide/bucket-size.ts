// The size of buckets that leaves the least time of the sums exposed after the backward pass, on a given line (COST.md).
// Pure.
//
// The backward pass of b ms makes n elements final at a steady pace. Buckets have x elements, so there are m = n/x of
// them, and one is final every c = b·x/n ms. A bucket occupies the line for S = h·a + t(x): handling h messages in a row
// of a ms each, and the bytes' time t of the cost model. The flight of messages is left out: it passes for all buckets at
// once, and so is the same for every size.
// - When S ≤ c, every bucket is through before the next one is final. Exposed is the last: S.
// - When S > c, the line never rests after the first bucket is final, c after the begin. It ends at c + m·S. Exposed is
//   c + m·S − b = S + (m − 1)·(S − c).
// So the exposed time is S + max(0, (m − 1)·(S − c)). Small buckets start earlier, and pay h·a more often. Without
// overlap b is 0, and one bucket is best.
import { allReduceCost, costOnMachines } from '../../collectives/cost';
import type { Machines } from '../../collectives/group-traffic';
import type { SumPath } from '../../collectives/topology';

export interface BucketLine {
  readonly elements: number;
  /** The time of the part of the backward pass in which buckets become final; 0 without overlap. */
  readonly backwardMs: number;
  readonly worldSize: number;
  readonly topology: SumPath;
  /** Handling of one message. */
  readonly messageMs: number;
  readonly bytesPerSecond: number;
  /** Members that share machines; absent: none do. */
  readonly machines?: Machines | undefined;
  /** The bytes as encoded. */
  readonly bytesOf: (elements: number) => number;
}

/** The time exposed with buckets of so many elements. */
export function exposedMs(line: BucketLine, bucketElements: number): number {
  const { elements, backwardMs, worldSize, topology, messageMs, bytesPerSecond, machines, bytesOf } = line;
  const size = Math.min(bucketElements, elements);
  const count = Math.ceil(elements / size);
  const sent = bytesOf(size);
  const { steps, predictedMs } = machines
    ? costOnMachines(topology, sent, bytesPerSecond, machines)
    : allReduceCost(topology, worldSize, sent, 0, bytesPerSecond);
  const onLineMs = steps * messageMs + predictedMs;
  const finalEveryMs = (backwardMs * size) / elements;
  return onLineMs + Math.max(0, (count - 1) * (onLineMs - finalEveryMs));
}

/** The least that a bucket may hold (run-config.ts). */
const leastBytes = 4_096;

/** A power of two, in bytes of f32. */
export function bestBucketBytes(line: BucketLine): number {
  const sizes = [leastBytes];
  while (sizes[sizes.length - 1] < 4 * line.elements) sizes.push(2 * sizes[sizes.length - 1]);
  // The largest of equal ones counts: fewer messages.
  return sizes.reduceRight((best, bytes) =>
    exposedMs(line, bytes / 4) < exposedMs(line, best / 4) ? bytes : best,
  );
}
