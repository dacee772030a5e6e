// How fast bytes come in, for the window that a link gives its peer (L3): a peak-rate estimate in bytes per second, from
// running totals read at irregular times. A window in which
// somebody other than the link was the limit (no data, no credit) proves only a lower bound: it may raise the
// estimate, never lower it (the "application-limited" rule of BBR, Cardwell et al. 2016).

/** Shorter windows measure the scheduler: one timer tick, one batch of events. */
const windowMs = 50;
/** A limited window of fewer bytes than this says nothing about the link. */
const minLimitedBytes = 128 * 1024;
/** The estimate follows a rise within a few windows and a fall within a second or so. */
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

  /** The current window is limited by something other than the link. */
  limit(): void {
    this.#limited = true;
  }

  /** Forgets the current window: there was nothing to move until now. */
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
