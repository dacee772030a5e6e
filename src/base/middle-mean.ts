/** The mean of the middle half: single hiccups do not count, and times in whole milliseconds still differ. */
export function middleMean(values: readonly number[]): number {
  const cut = values.length >> 2;
  const middle = values.toSorted((a, b) => a - b).slice(cut, values.length - cut);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}
