// Keeps each submit under about half a second. Watchdogs of slow adapters and phones treat a longer one as a hang;
// Chromium's kills the GPU process after seconds. How much work fits is first guessed, then measured. A cut changes no
// result: a submit's dispatches run after those of the submit before it.

/** Work is in multiplications and additions, or what costs as much. */
export interface Workload {
  readonly work: number;
}

const defaultLimitMs = 500;
/** Each for a slow adapter of its kind: a software adapter on two busy cores; the GPU of an old phone. */
const firstGuess = { software: 1e5, hardware: 5e7 }; // work per ms

export class SubmitPace {
  #workPerMs: number;

  constructor(
    isSoftware: boolean,
    private readonly limitMs = defaultLimitMs,
  ) {
    this.#workPerMs = isSoftware ? firstGuess.software : firstGuess.hardware;
  }

  /** Records work done and the ms until it was known to be done. */
  measured(work: number, ms: number): void {
    if (work > 0 && ms > 0) this.#workPerMs = (this.#workPerMs + work / ms) / 2;
  }

  /** The items in order, in as few runs as stay under the limit. An item over the limit is a run of its own. At least
   *  one run. */
  runs<Item extends Workload>(items: readonly Item[]): Item[][] {
    const limit = this.#workPerMs * this.limitMs;
    const runs: Item[][] = [[]];
    let work = 0;
    for (const item of items) {
      if (work > 0 && work + item.work > limit) {
        runs.push([]);
        work = 0;
      }
      runs[runs.length - 1].push(item);
      work += item.work;
    }
    return runs;
  }
}
