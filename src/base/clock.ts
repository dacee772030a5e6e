// Time as an argument. Real code gets `realClock`; tests and the simulated network get a `ManualClock`.

export interface Clock {
  /** Milliseconds since an arbitrary origin; never goes back. */
  now(): number;
  /** The wall clock: milliseconds since 1970 (UTC). It may jump when the device corrects its time. */
  epochMs(): number;
  /** Runs `action` once after `ms`; the returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

export const realClock: Clock = {
  now: () => performance.now(),
  epochMs: () => Date.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

interface Timer {
  readonly dueMs: number;
  readonly order: number;
  readonly action: () => void;
  isCancelled: boolean;
}

/** A clock that a test moves by hand. Timers due at the same time run in order of registration. A ring of thirty members
 *  sets thousands of timers, so they are a binary heap. A cancelled timer leaves the heap when its time comes. */
export class ManualClock implements Clock {
  #nowMs = 0;
  /** What the wall clock shows at `now() === 0`. */
  #originEpochMs = 0;
  #order = 0;
  readonly #heap: Timer[] = [];

  now(): number {
    return this.#nowMs;
  }

  epochMs(): number {
    return this.#originEpochMs + this.#nowMs;
  }

  /** Sets the wall clock to `epochMs` as of now; from there it advances with `now()`. */
  setEpochMs(epochMs: number): void {
    this.#originEpochMs = epochMs - this.#nowMs;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { dueMs: this.#nowMs + Math.max(0, ms), order: this.#order++, action, isCancelled: false };
    this.#rise(timer);
    return () => {
      timer.isCancelled = true;
    };
  }

  /** When the next timer is due; undefined when none is set. */
  nextDueMs(): number | undefined {
    return this.#next()?.dueMs;
  }

  /** Moves to the next timer and runs it; false when none is set. Await a macrotask between calls. */
  runNext(): boolean {
    const next = this.#next();
    if (!next) return false;
    this.#removeFirst();
    this.#nowMs = Math.max(this.#nowMs, next.dueMs);
    next.action();
    return true;
  }

  #next(): Timer | undefined {
    while (this.#heap.length > 0 && this.#heap[0].isCancelled) this.#removeFirst();
    return this.#heap.at(0);
  }

  #rise(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const above = (at - 1) >> 1;
      if (!isBefore(timer, heap[above])) break;
      heap[at] = heap[above];
      at = above;
    }
    heap[at] = timer;
  }

  #removeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop()!;
    if (heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= heap.length) break;
      if (below + 1 < heap.length && isBefore(heap[below + 1], heap[below])) below++;
      if (!isBefore(heap[below], last)) break;
      heap[at] = heap[below];
      at = below;
    }
    heap[at] = last;
  }
}

function isBefore(a: Timer, b: Timer): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);
}
