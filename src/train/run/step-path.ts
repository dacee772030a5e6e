// How the sums of a step travel. From the plan, the view and the records, and so the same at every member (C12).
import { sumPathOf } from '../../collectives/neighbours';
import type { SumPath } from '../../collectives/topology';
import type { View } from '../../membership/view';
import { parameterCountOf } from './parameter-count';
import type { BucketSettings } from './live-settings';
import type { RunConfig } from './run-config';

/** `isMeshed`: every member has links to all others. `isApart`: a dispute is open (S21b). */
export function stepPath(
  buckets: BucketSettings,
  view: View,
  config: RunConfig,
  isMeshed = true,
  isApart = false,
): SumPath {
  const maySuit = isMeshed && (buckets.gatherBytes ?? 0) > 0;
  return sumPathOf(buckets, view, maySuit ? 4 * parameterCountOf(config) : undefined, isApart);
}
