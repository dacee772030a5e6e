// The timeline of one step in the α–β model: every replica computes, buckets become final on the way, one line carries
// them one after the other. Pure. It assumes that computing and sending do not slow each other, and that all links are
// alike. COST.md derives the times of a sum, and why a single late member of a ring has less to wait for.
import { allReduceCost } from '../../collectives/cost';
import type { SumPath } from '../../collectives/topology';
import type { Interval } from './step-split';

export interface IdealRing {
  /** Per member. */
  readonly computeMs: readonly number[];
  /** Per bucket: the share of the computing after which it may leave. */
  readonly readyShares: readonly number[];
  /** Per bucket, as encoded. */
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

/** In ms after the start of computing. */
export interface IdealStep {
  /** Per member. */
  readonly computing: readonly Interval[];
  /** Per bucket: from leaving until its sum is whole everywhere. */
  readonly sums: readonly Interval[];
  /** The last gradient and the last sum are whole. */
  readonly endMs: number;
}

export function idealStep(ring: IdealRing): IdealStep {
  const slowestFirst = [...ring.computeMs].sort((a, b) => b - a);
  const slowestMs = slowestFirst.at(0) ?? 0;
  const worldSize = ring.computeMs.length;
  // What all but the slowest could do without it, they have done. The rest is less, and may be over later all the same.
  const lateRing = ring.topology === 'ring' && worldSize > 2 && !ring.isAnnouncedLate;
  const sums = lateRing
    ? later(sumsFrom(ring, slowestMs, lateShare(worldSize)), sumsFrom(ring, slowestFirst[1], 1))
    : sumsFrom(ring, slowestMs, 1);
  const wholeMs = sums.at(-1)?.[1] ?? 0;
  return {
    computing: ring.computeMs.map((ms) => [0, ms]),
    sums,
    endMs: Math.max(slowestMs, wholeMs),
  };
}

/** Of bytes and messages in a row: N of 2(N − 1). */
function lateShare(worldSize: number): number {
  return worldSize / (2 * (worldSize - 1));
}

/** As if all gradients took `computeMs`, and each sum only `share` of its cost. */
function sumsFrom(ring: IdealRing, computeMs: number, share: number): readonly Interval[] {
  const { readyShares, bucketBytes, headerMs, topology, alphaMs, bytesPerSecond } = ring;
  const worldSize = ring.computeMs.length;
  let freeMs = 0;
  return (worldSize > 1 ? bucketBytes : []).map((bytes, bucket) => {
    const readyMs = computeMs * (ring.isOverlapped ? readyShares[bucket] : 1);
    // Latencies of several buckets pass at once; their bytes do not.
    const { steps, predictedMs } = allReduceCost(topology, worldSize, bytes, 0, bytesPerSecond);
    const headMs = ring.isAnnouncedLate ? computeMs + headerMs : headerMs;
    const startMs = Math.max(headMs, readyMs, freeMs);
    freeMs = startMs + share * predictedMs;
    return [startMs, freeMs + share * steps * alphaMs];
  });
}

function later(sums: readonly Interval[], others: readonly Interval[]): readonly Interval[] {
  return sums.map(([start, end], bucket) => [start, Math.max(end, others[bucket][1])]);
}
