// Steps that a few threads compute together. Each step is cut into shares, and a thread that runs takes the next share of
// the step that is open. A step opens when all shares of the one before are done. So nobody waits for a thread that
// holds no share: one that wakes late, or that the system has set aside. Who computes a share changes no bit of it.

/** Cells that different threads write lie on cache lines of their own. */
const lineCells = 16;
/** Tickets count the shares of all ranges ever led. They wrap, so they are compared by differences. The first ticket that
 *  nobody has taken: */
const nextAt = 0;
/** Shares done. */
const doneAt = lineCells;
/** Tickets are given out up to here. */
const endAt = 2 * lineCells;
/** A ticket and this give the place of its share in the program. */
const offsetAt = endAt + 1;
/** Threads that sleep until shares are done. */
const sleepersAt = 3 * lineCells;
/** Helpers that sleep until a range is led. */
const idleAt = 4 * lineCells;
const brokenAt = 5 * lineCells;
export const sharedStepsCells = 6 * lineCells;

/** Reads of a cell before a thread sleeps. Waking takes a sleeper longer than most shares differ: with 1,000 reads at
 *  most, two threads gained 1.0 to 1.5 times on one, with 100,000 (some 0.2 ms) 1.7 to 1.9 times. */
const mostSpins = 100_000;
/** Where cores are busy, the thread that is waited for does not run, and spinning takes time from others. So the limit
 *  halves each time that spinning was in vain, down to this, and doubles each time that it was not. */
const leastSpins = 1_000;
/** A helper that is woken may wait for the core of the leader that woke it, and another core that becomes free is in no
 *  hurry to take it over. So the leader sleeps until its helpers run, at most so long. On two cores the
 *  kernels of a CNN took 11.7 ms a step in a run without this, and 6.0 with it (medians). */
const rollCallMs = 0.5;
/** A sleeper looks again after this time. A suspended device costs it one such time, not the whole deadline. */
const sliceMs = 1_000;

export class SharedStepsError extends Error {
  override name = 'SharedStepsError';
}

export interface StepShares {
  /** The counts of each step, at least 1. */
  readonly counts: readonly number[];
  /** Whether the thread that leads computes this step. */
  readonly isLeaders: (step: number) => boolean;
}

export class SharedSteps {
  /** The step of each share of the program. */
  readonly #stepOf: Int32Array;
  /** The first share of each step; at the end their number. */
  readonly #first: Int32Array;
  #spins: number;

  constructor(
    readonly cells: Int32Array,
    readonly shares: StepShares,
    readonly compute: (step: number, share: number) => void,
    readonly spinLimit = mostSpins,
  ) {
    const { counts } = shares;
    this.#first = new Int32Array(counts.length + 1);
    counts.forEach((count, step) => (this.#first[step + 1] = this.#first[step] + count));
    this.#stepOf = new Int32Array(this.#first[counts.length]);
    counts.forEach((_, step) => this.#stepOf.fill(step, this.#first[step], this.#first[step + 1]));
    this.#spins = spinLimit;
  }

  /** Computes steps [from, to), with all threads that help. Throws SharedStepsError when a share that another took is not
   *  done after `deadlineMs`, or when that thread failed. */
  lead(from: number, to: number, deadlineMs: number): void {
    const { cells } = this;
    // All tickets so far are done, so no thread reads the offset for one of them.
    const start = Atomics.load(cells, endAt);
    const end = (start + this.#first[to] - this.#first[from]) | 0;
    Atomics.store(cells, offsetAt, (this.#first[from] - start) | 0);
    Atomics.store(cells, endAt, end);
    this.#wakeHelpers();
    this.#takeShares(true, deadlineMs);
    this.#await(doneAt, end, deadlineMs);
  }

  /** Computes shares of all ranges that are led. `idleMs`: throws when nothing is led for so long. */
  help(idleMs: number): never {
    const { cells } = this;
    for (;;) {
      this.#takeShares(false, idleMs);
      this.#await(endAt, (Atomics.load(cells, nextAt) + 1) | 0, idleMs, idleAt);
    }
  }

  #wakeHelpers(): void {
    const { cells } = this;
    let idle = Atomics.load(cells, idleAt);
    if (idle === 0) return;
    Atomics.notify(cells, endAt);
    for (const giveUpMs = performance.now() + rollCallMs; idle > 0; idle = Atomics.load(cells, idleAt)) {
      const leftMs = giveUpMs - performance.now();
      if (leftMs <= 0) return;
      Atomics.wait(cells, idleAt, idle, leftMs);
    }
  }

  /** Wakes every thread that waits; each throws. */
  break(): void {
    Atomics.store(this.cells, brokenAt, 1);
    Atomics.notify(this.cells, doneAt);
    Atomics.notify(this.cells, endAt);
  }

  /** Returns when no ticket is left. */
  #takeShares(isLeader: boolean, deadlineMs: number): void {
    const { cells, shares } = this;
    for (;;) {
      const ticket = Atomics.load(cells, nextAt);
      if (isReached(ticket, Atomics.load(cells, endAt))) return;
      const offset = Atomics.load(cells, offsetAt);
      const at = (ticket + offset) | 0;
      const step = this.#stepOf[at];
      // Only an offset of a later range gives undefined. The ticket is then taken.
      if (step === undefined) continue;
      if (!isLeader && shares.isLeaders(step)) {
        this.#await(doneAt, (this.#first[step + 1] - offset) | 0, deadlineMs);
        continue;
      }
      this.#await(doneAt, (this.#first[step] - offset) | 0, deadlineMs);
      // The counts only grow: whoever gets this ticket has read the offset of its range, and its step is open.
      if (Atomics.compareExchange(cells, nextAt, ticket, (ticket + 1) | 0) !== ticket) continue;
      this.compute(step, at - this.#first[step]);
      const done = (Atomics.add(cells, doneAt, 1) + 1) | 0;
      const isStepDone = ((done + offset) | 0) === this.#first[step + 1];
      if (isStepDone && Atomics.load(cells, sleepersAt) > 0) Atomics.notify(cells, doneAt);
    }
  }

  /** Returns when the count in a cell has reached `target`. */
  #await(cell: number, target: number, deadlineMs: number, sleepers = sleepersAt): void {
    const { cells } = this;
    if (isReached(Atomics.load(cells, cell), target)) return;
    for (let spin = 0; spin < this.#spins; spin++)
      if (isReached(Atomics.load(cells, cell), target)) {
        this.#spins = Math.min(this.spinLimit, 2 * this.#spins);
        return;
      }
    this.#spins = Math.max(Math.min(leastSpins, this.spinLimit), this.#spins >> 1);
    this.#sleep(cell, target, deadlineMs, sleepers);
  }

  #sleep(cell: number, target: number, deadlineMs: number, sleepers: number): void {
    const { cells } = this;
    Atomics.add(cells, sleepers, 1);
    try {
      // Who changes the cell after this line observes the sleeper. Who changed it before has changed `seen`, or makes
      // Atomics.wait return at once.
      for (let waitedMs = 0; ;) {
        const seen = Atomics.load(cells, cell);
        if (isReached(seen, target)) return;
        if (Atomics.load(cells, brokenAt) !== 0) throw new SharedStepsError('a thread of the engine failed');
        if (waitedMs >= deadlineMs)
          throw new SharedStepsError(`a thread of the engine did not finish its share in ${deadlineMs} ms`);
        const sleepMs = Math.min(sliceMs, deadlineMs - waitedMs);
        if (Atomics.wait(cells, cell, seen, sleepMs) === 'timed-out') waitedMs += sleepMs;
      }
    } finally {
      Atomics.sub(cells, sleepers, 1);
      if (sleepers === idleAt) Atomics.notify(cells, idleAt);
    }
  }
}

function isReached(count: number, target: number): boolean {
  return ((count - target) | 0) >= 0;
}
