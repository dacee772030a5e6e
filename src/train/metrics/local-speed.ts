// How fast this replica computes gradients: loss terms per second, smoothed over steps. Shards follow it. Only the time
// between a gradient's begin and end counts, no pause or evaluation. Rows of padding count, because they take as long:
// a smaller part must not make its replica look slower.

/** Weight of the newest measurement: a phone that gets hot is noticed after a few steps. */
const weight = 0.4;

export class LocalSpeed {
  #msPerTerm: number | undefined;

  measured(terms: number, ms: number): void {
    if (terms === 0 || !(ms > 0)) return;
    const now = ms / terms;
    this.#msPerTerm =
      this.#msPerTerm === undefined ? now : this.#msPerTerm + weight * (now - this.#msPerTerm);
  }

  /** 0: nothing measured yet. */
  get termsPerSecond(): number {
    return this.#msPerTerm === undefined ? 0 : 1000 / this.#msPerTerm;
  }

  forget(): void {
    this.#msPerTerm = undefined;
  }
}
