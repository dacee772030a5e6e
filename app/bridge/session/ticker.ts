// A heartbeat for what is drawn: at most one in `intervalMs`, none while nothing changed or the display is paused.
// React reads it by useSyncExternalStore.

export class Ticker {
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #version = 0;
  #isDirty = false;
  #isPaused = false;
  #beatMs = -Infinity;
  readonly #intervalMs: number;

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  /** Something new can be drawn. */
  mark(): void {
    this.#isDirty = true;
    if (this.#isPaused || this.#timer !== undefined) return;
    const dueMs = this.#beatMs + this.#intervalMs - performance.now();
    // At once when it is due, so that what came with the mark is drawn in the same pass.
    if (dueMs <= 0) this.beat();
    else this.#timer = setTimeout(() => this.beat(), dueMs);
  }

  /** Now, without waiting for the time; not while paused. */
  beat(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isPaused) return;
    this.#isDirty = false;
    this.#beatMs = performance.now();
    this.#version++;
    for (const listener of [...this.#listeners]) listener();
  }

  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (!isPaused && this.#isDirty) this.mark();
  }

  /** No beat comes after this. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isPaused = true;
  }
}
