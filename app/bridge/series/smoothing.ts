// The smoothed curve: a debiased exponential moving average, without its lag.
//
// m_t / (1 − β^t) is the mean of the values so far with weights β^age. Their middle lies up to β / (1 − β) steps back,
// so that on a falling loss it shows the loss of back then: above the validation that is drawn at its own step. Here
// the average is carried from the middle of its weights to now along the slope of the same weighted values: the end of
// the weighted least-squares line (Brown's double exponential smoothing, exact from the first value on). Where the
// values fall or rise evenly there is no lag at all; noise is 1.5 times that of the average alone.
//
// Runs over *all* values, before any are left out for drawing. Values that are not finite are passed over: they neither
// enter the average nor break the line.

export const maxSmoothing = 0.999;

/** A new array of the same length; `smoothing` (β) 0 gives the values back. */
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
      // All are one step older; this one has age 0.
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
    // After a spike the line may point beyond everything that was; no step had such a loss.
    smooth[i] = weight > 0 ? Math.min(high, Math.max(low, end)) : NaN;
  }
  return smooth;
}
