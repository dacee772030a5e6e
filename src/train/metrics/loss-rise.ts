// Whether the loss rises for good. Losses of healthy runs fluctuate by factors once they are small, so the logarithm is
// watched. The usual value is the median of its last steps, without the newest. Its spread is their median absolute
// deviation. Every step adds to the evidence its distance from the usual, in such deviations, less an allowance. The
// evidence is never below zero (a one-sided CUSUM; Page 1954).
// The loss must also be of some size beside that of a guess. Adam lets a loss near zero rise twentyfold and fall again
// in a healthy run. Pure: one value holds all that is remembered.
// The numbers were chosen on recorded runs of every preset (testing/recorded-traces.ts). In healthy runs the evidence
// stays below 10, or the loss below a thirtieth of a guess's. A loss that visibly rises exceeds both.

export interface LossWatch {
  /** The run's first loss, of a model that has learned nothing; absent if its first step was not seen. */
  readonly first?: number;
  /** The newest losses, the last one last. */
  readonly recent: readonly number[];
  /** Logarithms of the losses before them. */
  readonly usual: readonly number[];
  readonly evidence: number;
  readonly isRisen: boolean;
}

export const noLosses: LossWatch = { recent: [], usual: [], evidence: 0, isRisen: false };

/** Longer than most rises take to be noticed, so that a rise does not become the usual. */
const recentSteps = 16;
const usualSteps = 128;
/** A median of fewer values is not reliable. */
const fewestUsual = 24;
/** A rise by less than a quarter does not count, however smooth the loss was. */
const leastDeviation = 0.25;
/** The allowance, in deviations: healthy losses stray so far for a while. */
const allowance = 1;
/** The most deviations that one step may count: one to three bad batches are not a rise. */
const mostOfOneStep = 4;
const raisedAt = 20;
/** A loss counts as risen until much of the evidence is gone, so that the alarm does not flicker. */
const calmAt = 10;
/** When the loss is back, the alarm ends after some 30 healthy steps. */
const mostEvidence = 40;
/** The loss below which a model knows every answer, and a change means nothing. */
const leastLoss = 1e-5;
/** A mean loss below this share of a guess's is small, and its rise raises no alarm. */
const leastOfGuess = 0.15;
/** An alarm ends when the loss is below half that share. */
const calmOfGuess = 0.075;
/** The shown losses are means over so many steps. */
export const windowSteps = 8;
/** A loss so many times a guess's is worse than a guess. */
const startFactor = 2;

/** `loss` is finite. `isFirst`: the run's first step. `guess`: the loss of a guess (guess-loss.ts). */
export function watchLoss(watch: LossWatch, loss: number, isFirst: boolean, guess: number): LossWatch {
  const { first = isFirst ? loss : undefined, isRisen: wasRisen } = watch;
  const evidence = evidenceWith(watch, Math.log(Math.max(loss, leastLoss)));
  const recent = [...watch.recent, loss];
  const least = (wasRisen ? calmOfGuess : leastOfGuess) * guess;
  const isRisen = evidence >= (wasRisen ? calmAt : raisedAt) && mean(recent.slice(-windowSteps)) >= least;
  const [oldest] = recent.length > recentSteps ? recent.splice(0, 1) : [];
  const isUsual = oldest !== undefined && !isRisen;
  const usual = isUsual
    ? [...watch.usual, Math.log(Math.max(oldest, leastLoss))].slice(-usualSteps)
    : watch.usual;
  return { first, recent, usual, evidence, isRisen };
}

/** The loss before and after its rise; undefined while it has not risen. */
export function riseOf({
  first,
  recent,
  usual,
  isRisen,
}: LossWatch): { readonly from: number; readonly to: number } | undefined {
  const window = recent.slice(-windowSteps);
  const to = mean(window);
  if (isRisen) return { from: Math.exp(middleOf(new Float64Array(usual).sort())), to };
  // Some runs diverge before there is anything to compare with but their first loss.
  const isWorse =
    first !== undefined && window.length === windowSteps && window.every((loss) => loss > first);
  return isWorse && to > startFactor * first ? { from: first, to } : undefined;
}

function evidenceWith({ usual, evidence }: LossWatch, log: number): number {
  if (usual.length < fewestUsual) return 0;
  const { middle, deviation } = spreadOf(usual);
  const distance = (log - middle) / Math.max(leastDeviation, deviation);
  return Math.min(mostEvidence, Math.max(0, evidence + Math.min(distance, mostOfOneStep) - allowance));
}

/** The median, and the standard deviation by the median absolute deviation. */
export function spreadOf(values: readonly number[]): { readonly middle: number; readonly deviation: number } {
  const sorted = new Float64Array(values).sort();
  const middle = middleOf(sorted);
  // The distances of sorted values fall, then rise: taken from both ends they come sorted, the largest first.
  const distances = new Float64Array(sorted.length);
  let [low, high] = [0, sorted.length - 1];
  for (let at = high; at >= 0; at--) {
    const [below, above] = [Math.abs(sorted[low] - middle), Math.abs(sorted[high] - middle)];
    distances[at] = Math.max(below, above);
    if (below > above) low++;
    else high--;
  }
  // 1.4826: standard deviation over median absolute deviation, for a normal distribution.
  return { middle, deviation: 1.4826 * middleOf(distances) };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function middleOf(sorted: Float64Array): number {
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
