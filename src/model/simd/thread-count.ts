// How many compute threads one replica takes at most. While it trains it measures whether they are faster than one
// (helper-choice.ts).
import { say, type Saying } from '../../base/sayings';

export interface ThreadChoice {
  readonly threads: number;
  /** The reason for people. */
  readonly why: Saying;
}

/** All threads wait for each other after every step, so more threads gain less and less. Nothing beyond has been measured. */
const mostThreads = 8;
/** One thread computes it in some 30 µs. Two threads wait about ten for each other where cores are busy. */
const leastFlopsPerStep = 1e6;

export function chooseThreads({
  cores,
  replicas,
  replicasOnDevice = replicas,
  canShareMemory,
  flopsPerStep,
}: {
  /** navigator.hardwareConcurrency. */
  readonly cores: number;
  /** The replicas of this page: a demo ring has several. */
  readonly replicas: number;
  /** The replicas of all pages, those of this page among them. */
  readonly replicasOnDevice?: number;
  readonly canShareMemory: boolean;
  /** The operations of a micro-batch, on average over the steps of its program. */
  readonly flopsPerStep: number;
}): ThreadChoice {
  const taken = (threads: number, why: Saying): ThreadChoice => ({
    threads,
    why,
  });
  if (!canShareMemory) return taken(1, say('one-thread-not-isolated'));
  if (replicas > 1) return taken(1, say('one-thread-many-replicas', { replicas }));
  if (flopsPerStep < leastFlopsPerStep) return taken(1, say('one-thread-short-steps'));
  if (cores < 2) return taken(1, say('one-thread-one-core'));
  // All threads wait for the slowest share of a step. With no core left over, the replica's links and the page slow one down.
  const keepsCore = cores > 2;
  const threads = Math.min(
    mostThreads,
    Math.floor((keepsCore ? cores - 1 : cores) / Math.max(1, replicasOnDevice)),
  );
  if (threads < 2) return taken(1, say('one-thread-shared-cores', { replicas: replicasOnDevice, cores }));
  if (!keepsCore) return taken(threads, say('two-threads'));
  return taken(
    threads,
    replicasOnDevice > 1
      ? say('many-threads-shared', { threads, cores, replicas: replicasOnDevice })
      : say('many-threads', { threads, cores }),
  );
}

/** The threads that one replica takes for a large model on this device. */
export function mostThreadsHere(canShareMemory: boolean): number {
  const cores = navigator.hardwareConcurrency;
  return chooseThreads({ cores, replicas: 1, canShareMemory, flopsPerStep: Infinity }).threads;
}
