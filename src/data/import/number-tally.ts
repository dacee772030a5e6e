// The mean and deviation of numbers that come one by one (Welford 1962), and whether they count up by one.
export class NumberTally {
  count = 0;
  mean = 0;
  areWhole = true;
  countsUp = true;
  /** Sum of squared differences from the mean. */
  #squares = 0;
  #last: number | undefined;

  add(value: number): void {
    this.count++;
    const difference = value - this.mean;
    this.mean += difference / this.count;
    this.#squares += difference * (value - this.mean);
    if (!Number.isInteger(value)) this.areWhole = false;
    if (this.#last !== undefined && value !== this.#last + 1) this.countsUp = false;
    this.#last = value;
  }

  get deviation(): number {
    return this.count > 0 ? Math.sqrt(this.#squares / this.count) : 0;
  }
}
