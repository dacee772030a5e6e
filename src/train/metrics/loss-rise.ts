// Does the loss rise for good? Losses of healthy runs fluctuate by factors once they are small, so the logarithm is
// watched. What is usual is the median of its last steps, the newest left out; how far it strays, their median absolute
// deviation. Every step adds its distance from the usual, in such deviations and less an allowance, to the evidence,
// which is never below zero (a one-sided CUSUM; Page 1954). And the loss must be of some size beside that of a guess: Adam
// lets a loss that is nearly nothing rise twentyfold and fall again in a healthy run. Pure: one value for all that is
// remembered. The numbers were chosen on recorded runs of every preset (testing/recorded-traces.ts): there the evidence
// of healthy runs stays below 10, or their loss below a thirtieth of a guess's, and a loss that visibly rises brings both.

export interface LossWatch {
  /** The run's first loss, of a model that has learned nothing; absent where its first step was not seen. */
  readonly first?: number;
  /** The newest losses, the last one last. */
  readonly recent: readonly number[];
  /** Logarithms of those before. */
  readonly usual: readonly number[];
  readonly evidence: number;
  readonly isRisen: boolean;
}

export const noLosses: LossWatch = { recent: [], usual: [], evidence: 0, isRisen: false };

/** Longer than a rise takes to be seen in most runs: so it does not become the usual. */
const recentSteps = 16;
const usualSteps = 128;
/** A median of fewer says little. */
const fewestUsual = 24;
/** A rise by less than a quarter is none, however smooth the loss was. */
const leastDeviation = 0.25;
/** Deviations that are allowed for: healthy losses stray so far for a while. */
const allowance = 1;
/** Deviations that one step may count: a single bad batch, or three, are no rise. */
const mostOfOneStep = 4;
const raisedAt = 20;
/** A risen loss is so until much of the evidence is gone: the alarm does not flicker. */
const calmAt = 10;
/** When the loss is back it takes some 30 steps of a healthy loss to be calm. */
const mostEvidence = 40;
/** Below, a model knows every answer, and a change means nothing. */
const leastLoss = 1e-5;
/** A mean loss below so much of a guess's is small, and no rise of it an alarm; */
const leastOfGuess = 0.15;
/** a risen one is over when it is half that. */
const calmOfGuess = 0.075;
/** What is shown is a mean over so many steps. */
export const windowSteps = 8;
/** A loss so many times that of a model that knows nothing is worse than none. */
const startFactor = 2;

/** `loss`: finite. `isFirst`: of the run. A guess among so many classes has the loss of their number's logarithm. */
export function watchLoss(watch: LossWatch, loss: number, isFirst: boolean, classes: number): LossWatch {
  const { first = isFirst ? loss : undefined, isRisen: wasRisen } = watch;
  const evidence = evidenceWith(watch, Math.log(Math.max(loss, leastLoss)));
  const recent = [...watch.recent, loss];
  const least = (wasRisen ? calmOfGuess : leastOfGuess) * Math.log(classes);
  const isRisen = evidence >= (wasRisen ? calmAt : raisedAt) && mean(recent.slice(-windowSteps)) >= least;
  const [oldest] = recent.length > recentSteps ? recent.splice(0, 1) : [];
  const isUsual = oldest !== undefined && !isRisen;
  const usual = isUsual ? [...watch.usual, Math.log(Math.max(oldest, leastLoss))].slice(-usualSteps) : watch.usual; // prettier-ignore
  return { first, recent, usual, evidence, isRisen };
}

/** From what to what the loss rose; undefined while it did not. */
export function riseOf({
  first,
  recent,
  usual,
  isRisen,
}: LossWatch): { readonly from: number; readonly to: number } | undefined {
  const window = recent.slice(-windowSteps);
  const to = mean(window);
  if (isRisen) return { from: Math.exp(median(usual)), to };
  // Some diverge before there is anything to compare with but where they began.
  const isWorse =
    first !== undefined && window.length === windowSteps && window.every((loss) => loss > first);
  return isWorse && to > startFactor * first ? { from: first, to } : undefined;
}

function evidenceWith({ usual, evidence }: LossWatch, log: number): number {
  if (usual.length < fewestUsual) return 0;
  const middle = median(usual);
  // 1.4826: of a normal distribution, the deviation is so many times the median absolute one.
  const deviation = 1.4826 * median(usual.map((one) => Math.abs(one - middle)));
  const distance = (log - middle) / Math.max(leastDeviation, deviation);
  return Math.min(mostEvidence, Math.max(0, evidence + Math.min(distance, mostOfOneStep) - allowance));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
