// The effect of a change, from samples on both sides of it. A loss differs from step to step, so a smaller difference than
// that counts as no effect.
import { isOfLoss, type ChangeKind } from '../words/change-words';
import type { Effect } from '../words/mark-words';
import { middleMean } from '../../../src/base/middle-mean';

export interface Sample {
  readonly ms: number;
  readonly loss?: number | undefined;
}

/** The fewest values on a side of which something is said. */
const leastSamples = 5;
/** Standard errors of the difference, as for 95 in 100. */
const clearErrors = 2;

export function effectOf(change: ChangeKind, before: readonly Sample[], after: readonly Sample[]): Effect {
  const of = isOfLoss(change) ? 'loss' : 'ms';
  const [was, is] = [before, after].map((samples) => samples.flatMap((sample) => sample[of] ?? []));
  if (Math.min(was.length, is.length) < leastSamples) return { kind: 'unknown' };
  const [from, to] = [middleMean(was), middleMean(is)];
  if (of === 'loss') {
    // A run learns on while noise is kept out: only a higher loss can be its effect.
    const rise = change === 'noise' ? to - from : Math.abs(to - from);
    if (rise <= clearErrors * Math.sqrt(errorSquared(was) + errorSquared(is)))
      return { kind: 'within-noise' };
  }
  return { kind: 'measured', of, before: from, after: to };
}

/** The squared error of the mean. */
function errorSquared(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length * (values.length - 1));
}
