// Whether a team's leader computes with its helpers or alone, by measurement while it trains. On a device whose cores
// are busy, or fewer than it says, two threads can be slower than one. Neither changes a bit of a gradient (E6).

/** Gradients of each kind in a row. The first of them wakes the helpers, or lets them fall asleep, and is not counted. */
const gradientsInRow = 3;
const rows = ['together', 'alone', 'together', 'alone'] as const;
/** Gradients before the first trial: kernels are still being compiled. */
const warmUps = 3;
/** The gradients from the first to the one that ends the first trial. */
export const gradientsUntilChoice = warmUps + rows.length * gradientsInRow;
/** The kind in use stays unless the other takes less than this share of its time. */
const worthChanging = 0.97;
/** The next trial begins when the last one took a hundredth of the time since. */
const share = 0.01;
const leastRestMs = 30_000;

export class HelperChoice {
  #isAlone = false;
  #times: Record<'together' | 'alone', number[]> = { together: [], alone: [] };
  /** Gradients of the trial so far; less than 0 before the first. */
  #count = -warmUps;
  #trialMs = 0;
  #restsUntilMs = -Infinity;

  /** Whether the next gradient is computed alone. */
  get isAlone(): boolean {
    return this.#row === undefined ? this.#isAlone : this.#row === 'alone';
  }

  /** A gradient of at least one micro-batch took so long. It ended at `nowMs`. */
  took(ms: number, microBatches: number, nowMs: number): void {
    const row = this.#row;
    if (row === undefined) {
      if (this.#count < 0) this.#count++;
      else if (nowMs >= this.#restsUntilMs) this.#begin();
      return;
    }
    this.#trialMs += ms;
    if (this.#count % gradientsInRow > 0) this.#times[row].push(ms / microBatches);
    if (++this.#count === rows.length * gradientsInRow) this.#decide(nowMs);
  }

  get #row(): (typeof rows)[number] | undefined {
    return this.#count < 0 ? undefined : rows[Math.floor(this.#count / gradientsInRow)];
  }

  #begin(): void {
    this.#times = { together: [], alone: [] };
    this.#count = 0;
    this.#trialMs = 0;
  }

  #decide(nowMs: number): void {
    const [together, alone] = [median(this.#times.together), median(this.#times.alone)];
    this.#isAlone = this.#isAlone ? together >= worthChanging * alone : alone < worthChanging * together;
    this.#restsUntilMs = nowMs + Math.max(leastRestMs, this.#trialMs / share);
  }
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[times.length >> 1];
}
