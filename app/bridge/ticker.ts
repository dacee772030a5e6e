// One heartbeat for everything that is drawn from the metric rings: at most 10 a second, none while nothing
// changed or the display is paused. React reads it by useSyncExternalStore.

const intervalMs = 100;

export class Ticker {
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #version = 0;
  #isDirty = false;
  #isPaused = false;
  #beatMs = -Infinity;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  /** Something new can be drawn. */
  mark(): void {
    this.#isDirty = true;
    if (this.#isPaused || this.#timer !== undefined) return;
    const dueMs = this.#beatMs + intervalMs - performance.now();
    // At once when it is due, so that what came with the mark is drawn in the same pass.
    if (dueMs <= 0) this.#beat();
    else this.#timer = setTimeout(() => this.#beat(), dueMs);
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

  #beat(): void {
    this.#timer = undefined;
    if (this.#isPaused) return;
    this.#isDirty = false;
    this.#beatMs = performance.now();
    this.#version++;
    for (const listener of [...this.#listeners]) listener();
  }
}
