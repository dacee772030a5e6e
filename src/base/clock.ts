// Time as an argument. Real code gets `realClock`; tests and the simulated network get a `ManualClock`.

export interface Clock {
  /** Milliseconds since an arbitrary origin; never goes back. */
  now(): number;
  /** Runs `action` once after `ms`; the returned function cancels it. */
  after(ms: number, action: () => void): () => void;
}

export const realClock: Clock = {
  now: () => performance.now(),
  after(ms, action) {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
};

interface Timer {
  readonly dueMs: number;
  readonly order: number;
  readonly action: () => void;
}

/** A clock that moves only when told. Timers due at the same time run in order of registration. */
export class ManualClock implements Clock {
  #nowMs = 0;
  #order = 0;
  #timers: Timer[] = [];

  now(): number {
    return this.#nowMs;
  }

  after(ms: number, action: () => void): () => void {
    const timer = { dueMs: this.#nowMs + Math.max(0, ms), order: this.#order++, action };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer);
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
    this.#timers = this.#timers.filter((other) => other !== next);
    this.#nowMs = Math.max(this.#nowMs, next.dueMs);
    next.action();
    return true;
  }

  #next(): Timer | undefined {
    let best: Timer | undefined;
    for (const timer of this.#timers)
      if (!best || timer.dueMs < best.dueMs || (timer.dueMs === best.dueMs && timer.order < best.order))
        best = timer;
    return best;
  }
}
