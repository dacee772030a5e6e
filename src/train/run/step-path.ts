// How the sums of a step travel. From the plan, the view and the records, and so the same at every member (C12).
import { sumPathOf } from '../../collectives/neighbours';
import type { SumPath } from '../../collectives/topology';
import type { View } from '../../membership/view';
import { planCountsOf } from './plan-counts';
import type { BucketSettings } from './live-settings';
import type { RunConfig } from './run-config';

/** They need links that the order of the ring cannot leave out (C12c). */
const meshPaths: readonly SumPath[] = ['gathered', 'direct', 'halving-doubling'];

export interface PathNeeds {
  /** Every member has links to all others. */
  readonly isMeshed?: boolean;
  /** A dispute is open (S21b). */
  readonly isApart?: boolean;
  /** A member stopped in the middle of a sum (C18). */
  readonly hasStalled?: boolean;
}

export function stepPath(
  buckets: BucketSettings,
  view: View,
  config: RunConfig,
  { isMeshed = true, isApart = false, hasStalled = false }: PathNeeds = {},
): SumPath {
  if (hasStalled) return 'gathered';
  const maySuit = isMeshed && (buckets.gatherBytes ?? 0) > 0;
  const path = sumPathOf(buckets, view, maySuit ? 4 * planCountsOf(config).parameters : undefined, isApart);
  return !isMeshed && meshPaths.includes(path) ? sumPathOf(buckets, view, undefined, true) : path;
}
