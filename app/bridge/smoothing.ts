// Debiased exponential moving average over *all* values: v̂_t = v_t / (1 − α^t), v_t = α·v_{t−1} + (1 − α)·x_t.
// Values that are not finite are passed over: they neither enter the average nor break the line.

export const maxSmoothing = 0.999;

/** A new array of the same length; `smoothing` 0 gives the values back. */
export function debiasedEma(values: Float64Array, smoothing: number): Float64Array {
  const alpha = Math.min(Math.max(smoothing, 0), maxSmoothing);
  const smooth = new Float64Array(values.length);
  let average = 0;
  let weight = 0; // 1 − α^t, by the same recurrence as the average of a constant 1
  for (let i = 0; i < values.length; i++) {
    if (Number.isFinite(values[i])) {
      average = alpha * average + (1 - alpha) * values[i];
      weight = alpha * weight + (1 - alpha);
    }
    smooth[i] = weight > 0 ? average / weight : NaN;
  }
  return smooth;
}
