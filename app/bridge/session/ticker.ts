// Announces that there is something new to draw: at most once in `intervalMs`, and never while nothing changed or the
// display is paused. React reads it through useSyncExternalStore.

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
    // Announced at once when it is due, so that the data which came with the mark is drawn in the same pass.
    if (dueMs <= 0) this.beat();
    else this.#timer = setTimeout(() => this.beat(), dueMs);
  }

  /** Announces now, without waiting for the interval; not while paused. */
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

  /** Nothing is announced after this. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isPaused = true;
  }
}
