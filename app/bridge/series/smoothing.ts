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

/** To three digits after the point. */
export function smoothingOfDial(dial: number): number {
  return Math.min(maxSmoothing, Math.round(1000 * (1 - 10 ** -dial)) / 1000);
}

/** A new array of the same length; with `smoothing` (β) 0 it equals the values. */
export function smoothed(values: Float64Array, smoothing: number): Float64Array {
  const beta = Math.min(Math.max(smoothing, 0), maxSmoothing);
  const smooth = new Float64Array(values.length);
  // Σ β^age · age^n over the finite values so far, n = 0, 1, 2; and the same with each value, n = 0, 1.
  let weight = 0;
  let ages = 0;
  let squares = 0;
  let sum = 0;
  let agedSum = 0;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (Number.isFinite(value)) {
      // All values are one step older; this one has age 0.
      squares = beta * (squares + 2 * ages + weight);
      ages = beta * (ages + weight);
      agedSum = beta * (agedSum + sum);
      weight = beta * weight + 1;
      sum = beta * sum + value;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    const spread = weight * squares - ages * ages;
    const end = spread > 0 ? (squares * sum - ages * agedSum) / spread : sum / weight;
    // After a spike the line may point beyond every value so far; no step had such a loss.
    smooth[i] = weight > 0 ? Math.min(high, Math.max(low, end)) : NaN;
  }
  return smooth;
}
