// How many compute threads one replica takes at most. While it trains it measures whether they are faster than one
// (helper-choice.ts).

export interface ThreadChoice {
  readonly threads: number;
  /** For people. */
  readonly why: string;
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
  /** Of this page: a demo ring has several. */
  readonly replicas: number;
  /** Of all pages, those of this page among them. */
  readonly replicasOnDevice?: number;
  readonly canShareMemory: boolean;
  /** Of a micro-batch, on average over the steps of its program. */
  readonly flopsPerStep: number;
}): ThreadChoice {
  const one = (why: string): ThreadChoice => ({ threads: 1, why: `One thread: ${why}.` });
  if (!canShareMemory) return one('this page is not cross-origin isolated (plain http on a LAN)');
  if (replicas > 1) return one(`the ${replicas} replicas of this page compute side by side`);
  if (flopsPerStep < leastFlopsPerStep) return one('the steps of this model are too short to share');
  if (cores < 2) return one('this device has one core');
  // All threads wait for the slowest share of a step. With no core left over, the replica's links and the page slow one down.
  const keepsCore = cores > 2;
  const threads = Math.min(
    mostThreads,
    Math.floor((keepsCore ? cores - 1 : cores) / Math.max(1, replicasOnDevice)),
  );
  const sharers = `${replicasOnDevice} replicas on this device`;
  if (threads < 2) return one(`${sharers} share its ${cores} cores`);
  const asLong = 'as long as they are faster than one';
  if (!keepsCore) return { threads, why: `2 threads, one for each core, ${asLong}.` };
  const shared = replicasOnDevice > 1 ? `, which ${sharers} share` : '';
  return {
    threads,
    why: `${threads} threads of ${cores} cores${shared}, ${asLong}: the links and the page keep a core.`,
  };
}

/** As many as one replica takes for a large model on this device. */
export function mostThreadsHere(canShareMemory: boolean): number {
  const cores = navigator.hardwareConcurrency;
  return chooseThreads({ cores, replicas: 1, canShareMemory, flopsPerStep: Infinity }).threads;
}
