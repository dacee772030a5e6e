// The loss and the score of a step as all screens show them, from what each member says of its own part (H24). Three
// members or more: the median of their means, one vote each, whatever the parts' sizes. A member that says a false sum
// moves it no further than to an honest member's mean. One or two members: the mean over all terms, for a median of two
// protects nobody. The gradient is not concerned: it is the exact mean (E2). From the records alone, by + and ÷.

/** Sums over the terms of one member's part. */
export interface SaidSums {
  readonly count: number;
  readonly lossSum: number;
  readonly score: number;
}

/** The number of values from which on a median keeps one false word out. */
const fewest = 3;

/** Squared lengths of honest members' unequal parts, and their times of a message, are not further from the median. */
const mostApart = 16;

export interface Means {
  readonly loss: number;
  /** The share of right answers; where amounts are predicted R². */
  readonly score: number;
}

/** NaN where nobody says anything. A loss that is not finite counts as ∞. */
export function medianOfMeans(said: readonly SaidSums[]): Means {
  const parts = said.filter(({ count }) => count > 0);
  if (parts.length < fewest) return meanOverTerms(parts);
  return {
    loss: median(parts.map(({ lossSum, count }) => lossSum / count)),
    score: median(parts.map(({ score, count }) => score / count)),
  };
}

/** What a ring whose members are all one's own shows: every word counts by its terms. */
export function meanOverTerms(said: readonly SaidSums[]): Means {
  const sum = (pick: (part: SaidSums) => number): number =>
    said.reduce((total, part) => total + pick(part), 0);
  const count = sum((part) => part.count);
  return { loss: sum(({ lossSum }) => lossSum) / count, score: sum(({ score }) => score) / count };
}

/** The median; the mean of the middle two of an even number of values. NaN sorts as ∞. */
export function median(values: readonly number[]): number {
  const sorted = values.map((value) => (Number.isNaN(value) ? Infinity : value)).sort((a, b) => a - b);
  const [low, high] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
  return low === high ? low : (low + high) / 2;
}

/** Each value as it is, but within a factor of `mostApart` of the median (H24). */
export function nearMedian(values: readonly number[]): number[] {
  if (values.length < fewest) return [...values];
  const usual = median(values);
  return values.map((value) => Math.max(usual / mostApart, Math.min(value, usual * mostApart)));
}
