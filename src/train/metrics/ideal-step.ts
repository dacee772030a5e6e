// The timeline of one step in the α–β model: every replica computes, buckets become final on the way, one line carries
// them one after the other. Pure. It assumes that computing and sending do not slow each other, and that all links are
// alike. COST.md derives the times of a sum, and why a single late member of a ring has less to wait for.
import { allReduceCost } from '../../collectives/cost';
import type { SumPath } from '../../collectives/topology';
import { bulkQueueBytes } from '../../net/link/bulk-queue';
import type { Interval } from './step-split';

export interface IdealRing {
  /** The computing time of each member. */
  readonly computeMs: readonly number[];
  /** The share of the computing after which each bucket may leave. */
  readonly readyShares: readonly number[];
  /** The bytes of each bucket, as encoded. */
  readonly bucketBytes: readonly number[];
  /** No bucket leaves before the header is decided: after the begin of computing, or after all have computed. */
  readonly headerMs: number;
  /** A member's record follows its computing: with local steps (S17), and in mixed precision (E18). */
  readonly isAnnouncedLate: boolean;
  readonly topology: SumPath;
  readonly alphaMs: number;
  readonly bytesPerSecond: number;
  /** False: buckets leave when the whole gradient is there. */
  readonly isOverlapped: boolean;
}

/** The times in ms after the start of computing. */
export interface IdealStep {
  /** The computing of each member. */
  readonly computing: readonly Interval[];
  /** The sum of each bucket: from leaving until it is whole everywhere. */
  readonly sums: readonly Interval[];
  /** The last gradient and the last sum are whole. */
  readonly endMs: number;
}

export function idealStep(ring: IdealRing): IdealStep {
  const slowestFirst = [...ring.computeMs].sort((a, b) => b - a);
  const slowestMs = slowestFirst.at(0) ?? 0;
  const worldSize = ring.computeMs.length;
  const lateRing = ring.topology === 'ring' && worldSize > 2 && !ring.isAnnouncedLate;
  const sums = lateRing ? lateSums(ring, slowestMs, slowestFirst[1]) : sumsFrom(ring, slowestMs);
  const wholeMs = sums.at(-1)?.[1] ?? 0;
  return {
    computing: ring.computeMs.map((ms) => [0, ms]),
    sums,
    endMs: Math.max(slowestMs, wholeMs),
  };
}

/** What all but the slowest could do without it, they have done. A sum is over when the last of these is:
 *  - the slowest's own parts have gone around,
 *  - the others' lines, busy since the second slowest had computed, have carried all,
 *  - the slowest's line has taken all, also the chunks that it only passes on, which come
 *    with one message and go with another; the link holds the last of them,
 *  - every line has carried all, and the next member has the last message. Around the ring members begin one after the
 *    other, so that the mean of their times counts.
 *  COST.md derives each. */
function lateSums(ring: IdealRing, slowestMs: number, secondMs: number): readonly Interval[] {
  const { computeMs, bytesPerSecond } = ring;
  const worldSize = computeMs.length;
  const meanMs = computeMs.reduce((sum, ms) => sum + ms, 0) / worldSize;
  const heldMs = (1000 * bulkQueueBytes(bytesPerSecond)) / bytesPerSecond;
  return later(
    sumsFrom(ring, slowestMs, { bytes: lateShare(worldSize), messages: worldSize }),
    sumsFrom(ring, secondMs),
    sumsFrom(ring, slowestMs, { bytes: 1, messages: 2 }).map(([start, end]) => [start, end - heldMs]),
    sumsFrom(ring, meanMs, { bytes: 1, messages: 1 }),
  );
}

/** The share of the bytes in a row: N of 2(N − 1) chunks. */
function lateShare(worldSize: number): number {
  return worldSize / (2 * (worldSize - 1));
}

/** The sums as if all gradients took `computeMs`. `part`: the share of each sum's bytes, and of its messages in a row
 *  so many. */
function sumsFrom(
  ring: IdealRing,
  computeMs: number,
  part?: { readonly bytes: number; readonly messages: number },
): readonly Interval[] {
  const { readyShares, bucketBytes, headerMs, topology, alphaMs, bytesPerSecond } = ring;
  const worldSize = ring.computeMs.length;
  let freeMs = 0;
  return (worldSize > 1 ? bucketBytes : []).map((bytes, bucket) => {
    const readyMs = computeMs * (ring.isOverlapped ? readyShares[bucket] : 1);
    // Latencies of several buckets pass at once; their bytes do not.
    const { steps, predictedMs } = allReduceCost(topology, worldSize, bytes, 0, bytesPerSecond);
    const headMs = ring.isAnnouncedLate ? computeMs + headerMs : headerMs;
    const startMs = Math.max(headMs, readyMs, freeMs);
    freeMs = startMs + (part?.bytes ?? 1) * predictedMs;
    return [startMs, freeMs + (part?.messages ?? steps) * alphaMs];
  });
}

function later(sums: readonly Interval[], ...others: readonly (readonly Interval[])[]): readonly Interval[] {
  return sums.map(([start, end], bucket) => [start, Math.max(end, ...others.map((each) => each[bucket][1]))]);
}
