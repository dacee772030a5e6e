// Spreads what is sent over time. Whoever sends next waits until the pieces before have had their time; so many senders share
// one rate fairly, a piece each in turn.
import type { Clock } from '../../base/clock';

/** What was not used in this time may be made up for: timers of a hidden tab fire once a second. */
const creditMs = 1_000;

export class Pace {
  #freeMs = -Infinity;

  constructor(readonly clock: Clock) {}

  /** Resolves when these bytes may leave. */
  async take(bytes: number, bytesPerSecond: number): Promise<void> {
    const nowMs = this.clock.now();
    const fromMs = Math.max(this.#freeMs, nowMs - creditMs);
    this.#freeMs = fromMs + (bytes / bytesPerSecond) * 1000;
    const waitMs = fromMs - nowMs;
    if (waitMs > 0) await new Promise<void>((resolve) => void this.clock.after(waitMs, resolve));
  }
}
