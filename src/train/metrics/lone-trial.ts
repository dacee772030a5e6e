// What a device makes alone, by steps of a ring of one on the side.
import { middleMean } from '../../base/middle-mean';

export interface LoneTrial {
  /** Loss terms, update and all. */
  readonly perSecond: number;
  /** By so many steps. */
  readonly steps: number;
}

/** The first steps are slower: engine, kernels and code warm up. */
const warmUpSteps = 5;
/** Quick steps are many, for their times differ more. */
const mostSteps = 50;
/** With fewer there is no figure. */
export const leastTrialSteps = 3;
/** After so many it is over. */
export const mostTrialSteps = warmUpSteps + mostSteps;

/** `costs`: ms per loss term of each step, in order. Undefined: they are too few. */
export function trialOf(costs: readonly number[]): LoneTrial | undefined {
  if (costs.length < leastTrialSteps) return undefined;
  const warm = costs.slice(Math.min(warmUpSteps, costs.length - leastTrialSteps));
  return { perSecond: 1000 / middleMean(warm), steps: warm.length };
}
