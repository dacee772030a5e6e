// The smoothed curve: a debiased exponential moving average without its lag.
//
// m_t / (1 − β^t) is the mean of the values so far with weights β^age. The middle of these weights lies up to β / (1 −
// β) steps back. On a falling loss the mean therefore shows an earlier, higher loss, above the validation of the same
// step. This curve moves the mean from the middle of its weights to the latest step, along the slope of the same
// weighted values. The result is the end of the weighted least-squares line (Brown's double exponential smoothing,
// exact from the first value on). Where the values fall or rise evenly there is no lag at all; noise is 1.5 times that
// of the average alone.
//
// It runs over *all* values, before any are left out for drawing. Values that are not finite are skipped: they neither
// enter the average nor break the line.

export const maxSmoothing = 0.999;

/** The dial counts nines: each unit leaves a tenth of what a new step changes. 0 … 3. */
export function dialOfSmoothing(smoothing: number): number {
  return -Math.log10(1 - smoothing);
}

/** The smoothing to three digits after the point. */
export function smoothingOfDial(dial: number): number {
  return Math.min(maxSmoothing, Math.round(1000 * (1 - 10 ** -dial)) / 1000);
}

/** A new array of the same length; with `smoothing` (β) 0 it equals the values. */
export function smoothed(values: Float64Array, smoothing: number): Float64Array {
  const smoother = new Smoother(smoothing);
  return values.map((value) => smoother.next(value));
}

/** The curve value by value. */
export class Smoother {
  readonly #beta: number;
  // Σ β^age · age^n over the finite values so far, n = 0, 1, 2; and the same with each value, n = 0, 1.
  #weight = 0;
  #ages = 0;
  #squares = 0;
  #sum = 0;
  #agedSum = 0;
  #low = Infinity;
  #high = -Infinity;

  constructor(smoothing: number) {
    this.#beta = Math.min(Math.max(smoothing, 0), maxSmoothing);
  }

  next(value: number): number {
    const beta = this.#beta;
    if (Number.isFinite(value)) {
      // All values are one step older; this one has age 0.
      this.#squares = beta * (this.#squares + 2 * this.#ages + this.#weight);
      this.#ages = beta * (this.#ages + this.#weight);
      this.#agedSum = beta * (this.#agedSum + this.#sum);
      this.#weight = beta * this.#weight + 1;
      this.#sum = beta * this.#sum + value;
      this.#low = Math.min(this.#low, value);
      this.#high = Math.max(this.#high, value);
    }
    const weight = this.#weight;
    const spread = weight * this.#squares - this.#ages * this.#ages;
    const end =
      spread > 0 ? (this.#squares * this.#sum - this.#ages * this.#agedSum) / spread : this.#sum / weight;
    // The line may point, after a spike, beyond every value so far; no step had such a loss.
    return weight > 0 ? Math.min(this.#high, Math.max(this.#low, end)) : NaN;
  }
}

/** A column that grows, smoothed: a value that is added costs the same however many there are. */
export class SmoothedColumn {
  readonly smoothing: number;
  readonly #smoother: Smoother;
  #values = new Float64Array(1024);
  #length = 0;

  constructor(smoothing: number) {
    this.smoothing = smoothing;
    this.#smoother = new Smoother(smoothing);
  }

  /** `column`: that of the last call, and more. The answer is a view: read it at once. */
  of(column: Float64Array): Float64Array {
    if (column.length > this.#values.length) {
      const larger = new Float64Array(2 * column.length);
      larger.set(this.#values.subarray(0, this.#length));
      this.#values = larger;
    }
    for (; this.#length < column.length; this.#length++)
      this.#values[this.#length] = this.#smoother.next(column[this.#length]);
    return this.#values.subarray(0, column.length);
  }
}
