// How fast bytes come in, for the window that a link gives its peer (L3). It estimates the peak rate in bytes per second,
// from running totals read at irregular times. In some windows the link is not the limit, because data or credit is missing.
// Such a window proves a lower bound only: it may raise the estimate and never lower it (the "application-limited" rule
// of BBR, Cardwell et al. 2016).

/** Shorter windows measure the scheduler instead: one timer tick, one batch of events. */
const windowMs = 50;
/** A limited window of fewer bytes shows nothing about the link. */
const minLimitedBytes = 128 * 1024;
/** The estimate follows a rise within a few windows and a fall within about a second. */
const rise = 0.5;
const fall = 0.1;

export class RateMeter {
  #startMs: number;
  #startBytes: number;
  #limited = true;
  #bytesPerSecond: number | undefined;

  constructor(nowMs: number, totalBytes = 0) {
    this.#startMs = nowMs;
    this.#startBytes = totalBytes;
  }

  get bytesPerSecond(): number | undefined {
    return this.#bytesPerSecond;
  }

  /** Something other than the link limits the current window. */
  limit(): void {
    this.#limited = true;
  }

  /** Starts a new window: until now there was nothing to move. */
  restart(nowMs: number, totalBytes: number): void {
    this.#startMs = nowMs;
    this.#startBytes = totalBytes;
    this.#limited = false;
  }

  read(nowMs: number, totalBytes: number): void {
    const elapsedMs = nowMs - this.#startMs;
    if (elapsedMs < windowMs) return;
    const bytes = totalBytes - this.#startBytes;
    const rate = (bytes / elapsedMs) * 1000;
    const known = this.#bytesPerSecond;
    const limited = this.#limited;
    this.restart(nowMs, totalBytes);
    if (limited && (bytes < minLimitedBytes || (known !== undefined && rate <= known))) return;
    if (bytes === 0) return;
    this.#bytesPerSecond = known === undefined ? rate : known + (rate > known ? rise : fall) * (rate - known);
  }
}
