// A barrier of a few threads in shared memory. One cell counts the arrivals of all rounds, so a fast thread may arrive at
// the next round before a slow one has left this one. A thread that waits spins for a moment, then sleeps.

/** Cells that different threads write lie on cache lines of their own. */
const lineCells = 16;
const arrivedAt = 0;
const sleepersAt = lineCells;
const brokenAt = 2 * lineCells;
export const barrierCells = 3 * lineCells;

/** Reads of a cell before a thread sleeps. Waking takes a sleeper longer than most shares differ: with 1,000 reads at
 *  most, two threads gained 1.0 to 1.5 times on one, with 100,000 (some 0.2 ms) 1.7 to 1.9 times. */
const mostSpins = 100_000;
/** Where cores are busy, the thread that is waited for does not run, and spinning takes time from others. So the limit
 *  halves each time that spinning was in vain, down to this, and doubles each time that it was not. */
const leastSpins = 1_000;
/** A sleeper looks again after this time. A suspended device costs it one such time, not the whole deadline. */
const sliceMs = 1_000;

export class BarrierError extends Error {
  override name = 'BarrierError';
}

export class Barrier {
  #target = 0;
  #spins: number;

  constructor(
    readonly cells: Int32Array,
    readonly threads: number,
    readonly spinLimit = mostSpins,
  ) {
    this.#spins = spinLimit;
  }

  /** Arrives, and returns when all threads have arrived. Throws BarrierError after `deadlineMs`, or when a thread broke
   *  the barrier. */
  wait(deadlineMs: number): void {
    const { cells, threads } = this;
    this.#target = (this.#target + threads) | 0;
    const now = (Atomics.add(cells, arrivedAt, 1) + 1) | 0;
    if (now === this.#target) {
      if (Atomics.load(cells, sleepersAt) > 0) Atomics.notify(cells, arrivedAt);
      return;
    }
    for (let spin = 0; spin < this.#spins; spin++)
      if (this.#isComplete()) {
        this.#spins = Math.min(this.spinLimit, 2 * this.#spins);
        return;
      }
    this.#spins = Math.max(Math.min(leastSpins, this.spinLimit), this.#spins >> 1);
    this.#sleep(deadlineMs);
  }

  /** Wakes every thread that waits; each throws. */
  break(): void {
    Atomics.store(this.cells, brokenAt, 1);
    Atomics.notify(this.cells, arrivedAt);
  }

  /** Differences, because the count wraps. */
  #isComplete(): boolean {
    return ((Atomics.load(this.cells, arrivedAt) - this.#target) | 0) >= 0;
  }

  #sleep(deadlineMs: number): void {
    const { cells } = this;
    Atomics.add(cells, sleepersAt, 1);
    try {
      // A thread that arrives last after this line sees the sleeper. One that arrived before has changed the cell, and
      // then Atomics.wait returns at once.
      for (let waitedMs = 0; ;) {
        const seen = Atomics.load(cells, arrivedAt);
        if (((seen - this.#target) | 0) >= 0) return;
        if (Atomics.load(cells, brokenAt) !== 0) throw new BarrierError('a thread of the engine failed');
        if (waitedMs >= deadlineMs)
          throw new BarrierError(`a thread of the engine did not finish its share in ${deadlineMs} ms`);
        const sleepMs = Math.min(sliceMs, deadlineMs - waitedMs);
        if (Atomics.wait(cells, arrivedAt, seen, sleepMs) === 'timed-out') waitedMs += sleepMs;
      }
    } finally {
      Atomics.sub(cells, sleepersAt, 1);
    }
  }
}
