// Which rows to draw: for each bucket and series, the rows of the smallest and of the largest value. Sampling would
// lose spikes. Series are smoothed on full data before they come here.

/** Rows in ascending order: the first, the last, and each bucket's extremes of each series. `isLog`: for a logarithmic axis,
 *  whose buckets grow with it; the first rows would be a few points else. */
export function keptRows(
  length: number,
  series: readonly Float64Array[],
  buckets: number,
  from = 0,
  isLog = false,
): Uint32Array {
  const count = length - from;
  if (count <= 0) return new Uint32Array();
  if (count <= buckets * 2) return Uint32Array.from({ length: count }, (_, i) => from + i);
  const rows = new Set<number>([from, length - 1]);
  const edgeOf = (bucket: number): number =>
    Math.round((from + 1) * ((length + 1) / (from + 1)) ** (bucket / buckets)) - 1;
  for (let bucket = 0; bucket < buckets; bucket++) {
    const [begin, end] = isLog
      ? [edgeOf(bucket), edgeOf(bucket + 1)]
      : [from + Math.floor((bucket * count) / buckets), from + Math.floor(((bucket + 1) * count) / buckets)];
    for (const values of series) {
      let low = -1;
      let high = -1;
      for (let row = begin; row < end; row++) {
        if (!Number.isFinite(values[row])) continue;
        if (low < 0 || values[row] < values[low]) low = row;
        if (high < 0 || values[row] > values[high]) high = row;
      }
      if (low >= 0) rows.add(low).add(high);
    }
  }
  return Uint32Array.from(rows).sort();
}
