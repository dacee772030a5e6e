// Whether a microphone gives nothing but silence: one that is muted, or that no program gets. A quiet room is louder.
const longestMs = 5000;
/** −80 dB: a microphone’s own noise is louder. */
const leastPeak = 1e-4;

export class SilenceWatch {
  #heardAt: number;

  /** `now`: when it was turned on (ms). */
  constructor(now: number) {
    this.#heardAt = now;
  }

  /** `peak`: the largest sample of the last second, 0 … 1; undefined: there is none yet. */
  isSilent(peak: number | undefined, now: number): boolean {
    if (peak !== undefined && peak >= leastPeak) this.#heardAt = now;
    return now - this.#heardAt > longestMs;
  }
}
