// H24b a second time, for the oracles: one false word of three moves no value far.

/** Three or more: each within sixteen times of the middle one. */
export function bounded(values: readonly number[]): number[] {
  if (values.length < 3) return [...values];
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted[Math.floor((sorted.length - 1) / 2)] + sorted[Math.floor(sorted.length / 2)]) / 2;
  return values.map((value) => Math.min(Math.max(value, middle / 16), middle * 16));
}
