// The collectives of one attempt at a step, in the order in which all members launch them (C5b): one for each bucket, or
// PowerSGD's two.
import { Collective } from '../../collectives/collective';
import { GatheredSum } from '../../collectives/gathered-sum';
import { segmentElements } from '../../collectives/schedule';
import { isTreePath } from '../../collectives/topology';
import type { Bucket } from '../../model/engine';
import {
  commonOptions,
  type Launch,
  type ReducedGradient,
  type ReduceOptions,
  type StepCollective,
} from './launch';
import { powerSgdLaunches } from './power-sgd-launches';
import type { Contribution, Factoring } from './residual';
import { assertSent } from './withheld-error';

export function launchesOf(options: ReduceOptions): readonly Launch[] {
  const { gradient, contribution, onReduced } = options;
  const factoring = factoringOf(contribution);
  if (factoring) return powerSgdLaunches(options, factoring);
  const { buckets } = gradient;
  return buckets.map((bucket, at) => {
    // Only the whole part has a length (S25).
    const filled = contribution.isBounded ? (at === 0 ? buckets : []) : [bucket];
    return {
      collective: bucketSum(options, bucket),
      needs: () => Promise.all(filled.map(({ index }) => gradient.bucketReady(index))),
      fill: () => {
        for (const { index, start, end } of filled) {
          assertSent(gradient.check(index));
          assertSent(contribution.prepare(start, end));
        }
        if (at === 0) contribution.shorten(buckets);
      },
      whole: () => onReduced(bucket.start, bucket.end),
    };
  });
}

/** How many they are. */
export function launchCount(
  { buckets }: Pick<ReducedGradient, 'buckets'>,
  contribution: Contribution,
): number {
  return factoringOf(contribution) ? 2 : buckets.length;
}

/** Undefined: the sums are of buckets. */
export function factoringOf({ options }: Pick<Contribution, 'options'>): Factoring | undefined {
  return options.compressing?.kind === 'factors' ? options.compressing : undefined;
}

/** The sum by the path and the codec of the plan. */
function bucketSum(options: ReduceOptions, { index, start, end }: Bucket): StepCollective {
  const { path, topology, contributors, contribution, sum } = options;
  const { dropped } = contribution;
  const { compressing } = contribution.options;
  const compression =
    compressing?.kind === 'codec' && dropped
      ? { ...compressing, dropped: dropped.subarray(start, end), unit: contribution.unit }
      : undefined;
  const bucket = {
    ...commonOptions(options, index),
    local: contribution.local.subarray(start, end),
    result: sum.subarray(start, end),
    offset: start,
  };
  if (isTreePath(path))
    return new Collective({
      collective: 'all-reduce',
      ...bucket,
      topology: path,
      ...(compression ? { compression } : {}),
    });
  const { isBounded } = contribution;
  return new GatheredSum({
    ...bucket,
    path,
    contributors,
    isBounded,
    ...(compression
      ? { compression }
      : isBounded || end - start > segmentElements
        ? {}
        : { order: topology }),
  });
}
