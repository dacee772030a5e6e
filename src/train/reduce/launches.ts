// The collectives of one attempt at a step, in the order in which all members launch them (C5b): one for each bucket, or
// PowerSGD's two.
import { Collective } from '../../collectives/collective';
import { GatheredSum } from '../../collectives/gathered-sum';
import type { Bucket } from '../../model/engine';
import { commonOptions, type Launch, type ReduceOptions, type StepCollective } from './launch';
import { powerSgdLaunches } from './power-sgd-launches';
import { assertSent } from './withheld-error';

export function launchesOf(options: ReduceOptions): readonly Launch[] {
  const { gradient, contribution, onReduced } = options;
  const { compressing } = contribution.options;
  if (compressing?.kind === 'power-sgd') return powerSgdLaunches(options, compressing);
  return gradient.buckets.map((bucket) => ({
    collective: bucketSum(options, bucket),
    needs: () => gradient.bucketReady(bucket.index),
    fill: () => {
      assertSent(gradient.check(bucket.index));
      assertSent(contribution.prepare(bucket.start, bucket.end));
    },
    whole: () => onReduced(bucket.start, bucket.end),
  }));
}

/** By the path and the codec of the plan. */
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
  if (path !== 'gathered')
    return new Collective({
      collective: 'all-reduce',
      ...bucket,
      topology: path,
      ...(compression ? { compression } : {}),
    });
  return new GatheredSum({
    ...bucket,
    contributors,
    ...(compression ? { compression } : { order: topology }),
  });
}
