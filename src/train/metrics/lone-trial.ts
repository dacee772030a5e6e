// What a device makes alone, by steps of a ring of one on the side.
import { middleMean } from '../../base/middle-mean';

export interface LoneTrial {
  /** Loss terms, update and all. */
  readonly perSecond: number;
  /** The number of steps measured. */
  readonly steps: number;
}

/** Engines and code are warm by then, and quick steps are many. A person waits for it, and twice as long made no better
 *  figure: where other tabs compute, six trials of 500 ms differed by three times. */
const settledMs = 250;
/** The fewest steps that make a figure. */
const leastSteps = 3;
/** The steps after which the figure no longer depends on a single one. */
const enoughSteps = 10;

/** `costs`: ms per loss term of each step, in order. The first half warmed up. Undefined: they are too few. */
export function trialOf(costs: readonly number[]): LoneTrial | undefined {
  if (costs.length < leastSteps) return undefined;
  const warm = costs.slice(Math.min(Math.floor(costs.length / 2), costs.length - leastSteps));
  return { perSecond: 1000 / middleMean(warm), steps: warm.length };
}

/** So many steps in so long, of `limitMs`, the last of them in `lastMs`: more would not help, or will not come in time. */
export function isTrialOver(steps: number, elapsedMs: number, lastMs: number, limitMs: number): boolean {
  if (steps >= enoughSteps) return elapsedMs >= settledMs;
  // The first one says little: it warms up.
  return steps > 1 && steps < leastSteps && elapsedMs + (leastSteps - steps) * lastMs > limitMs;
}
