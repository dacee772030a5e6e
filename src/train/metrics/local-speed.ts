// How fast this replica computes gradients, for shards that follow it: the time of a loss term, smoothed over steps,
// as its inverse. A pause or an evaluation is not in it: only the time between a gradient's begin and end. Rows of
// padding count, for they take as long: a smaller part must not make its replica look slower.

/** Of the newest measurement: a phone that gets hot is known after a few steps. */
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
