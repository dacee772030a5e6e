// Announces that there is something new to draw: at most once in an interval, and never while nothing changed or the
// display is paused. Where drawing takes long, because the processor is slow or trains beside it, the interval grows, so
// that training keeps its time. React reads it through useSyncExternalStore.

/** The share of the page's time for the script of one ticker's drawing. With style, layout, paint and raster a drawing
 *  takes five times its script (measured while two tabs train), and moving chunks take their part too. */
const scriptShare = 0.003;
/** Weight of the newest drawing in their mean: a single slow one, with garbage to collect, changes little. */
const newestWeight = 0.25;

export class Ticker {
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer is over. */
  #timerMs = Infinity;
  /** The timer is over when those of other tabs are. */
  #beatsWithOthers = false;
  #version = 0;
  #isDirty = false;
  #isPaused = false;
  #beatMs = -Infinity;
  /** The script’s time of a drawing: the mean of the last ones. */
  #scriptMs = 0;
  readonly #shortestMs: number;
  readonly #longestMs: number;

  /** `shortestMs`: the interval where drawing costs little. `longestMs`: however long a drawing takes. */
  constructor(shortestMs: number, longestMs: number) {
    this.#shortestMs = shortestMs;
    this.#longestMs = longestMs;
  }

  get #intervalMs(): number {
    return Math.min(this.#longestMs, Math.max(this.#shortestMs, this.#scriptMs / scriptShare));
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly version = (): number => this.#version;

  /** Something new can be drawn. `patienceMs`: more that belongs to it may still come for so long. `withinMs` of the last
   *  drawing it is drawn, however long a drawing takes. */
  mark(patienceMs = 0, withinMs = Infinity): void {
    this.#isDirty = true;
    if (this.#isPaused) return;
    const nowMs = performance.now();
    const intervalMs = this.#intervalMs;
    const waitMs = Math.max(0, this.#beatMs + Math.min(intervalMs, withinMs) - nowMs);
    const isSlowest = intervalMs === this.#longestMs && this.#longestMs > this.#shortestMs;
    if (this.#beatsWithOthers && withinMs === Infinity) return;
    const isWithOthers = isSlowest && withinMs === Infinity && waitMs > 0;
    const dueMs = isWithOthers ? untilOthersBeat(waitMs, intervalMs) : waitMs + patienceMs;
    // Announced at once when it is due, so that the data which came with the mark is drawn in the same pass.
    if (dueMs === 0) return this.beat();
    const isSooner = withinMs < Infinity && nowMs + dueMs < this.#timerMs;
    if (this.#timer !== undefined && !isSooner) return;
    clearTimeout(this.#timer);
    this.#timerMs = nowMs + dueMs;
    this.#beatsWithOthers = isWithOthers;
    this.#timer = setTimeout(() => this.beat(), dueMs);
  }

  /** Follows the beat of another ticker: both draw in one frame. Without a beat of the other one, it waits `patienceMs`
   *  longer. */
  follow(patienceMs: number): void {
    const isDue = performance.now() >= this.#beatMs + this.#intervalMs;
    this.mark(isDue ? 0 : patienceMs);
  }

  /** Announces now, without waiting for the interval; not while paused. */
  beat(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#beatsWithOthers = false;
    if (this.#isPaused) return;
    this.#isDirty = false;
    const beganMs = performance.now();
    this.#beatMs = beganMs;
    this.#version++;
    for (const listener of [...this.#listeners]) listener();
    // React draws in a microtask that its listeners have asked for. This one comes after it.
    queueMicrotask(() => {
      this.#scriptMs += newestWeight * (performance.now() - beganMs - this.#scriptMs);
    });
  }

  /** When the pause ends, what is new is announced at once. */
  pause(isPaused: boolean): void {
    this.#isPaused = isPaused;
    if (!isPaused && this.#isDirty) this.beat();
  }

  /** Nothing is announced after this. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#isPaused = true;
  }
}

/** Two tabs of one device that drew in turns would hold up their ring twice. So slow beats are at the same times everywhere:
 *  at multiples of the interval, by the clock on the wall. */
function untilOthersBeat(waitMs: number, intervalMs: number): number {
  const nowMs = Date.now();
  const atMs = Math.round((nowMs + waitMs) / intervalMs) * intervalMs;
  return (atMs > nowMs ? atMs : atMs + intervalMs) - nowMs;
}
