// How the sums of a step travel. From the plan, the view and the records, and so the same at every member (C12).
import { sumPathOf } from '../../collectives/neighbours';
import { groupedPath, type SumPath } from '../../collectives/topology';
import type { View } from '../../membership/view';
import { planCountsOf } from './plan-counts';
import type { BucketSettings } from './live-settings';
import type { RunConfig } from './run-config';

/** They need links that the order of the ring cannot leave out (C12c). */
const meshPaths: readonly SumPath[] = ['gathered', 'direct', 'halving-doubling', 'two-levels'];

export interface PathNeeds {
  /** Every member has links to all others. */
  readonly isMeshed?: boolean;
  /** A dispute is open (S21b). */
  readonly isApart?: boolean;
  /** A member stopped in the middle of a sum (C18). */
  readonly hasStalled?: boolean;
  /** The groups of members on one machine, by ring position (machines.ts); absent: none is known. */
  readonly machines?: readonly number[] | undefined;
}

export function stepPath(
  buckets: BucketSettings,
  view: View,
  config: RunConfig,
  { isMeshed = true, isApart = false, hasStalled = false, machines }: PathNeeds = {},
): SumPath {
  if (hasStalled) return 'gathered';
  const maySuit = isMeshed && (buckets.gatherBytes ?? 0) > 0;
  const path = sumPathOf(buckets, view, maySuit ? 4 * planCountsOf(config).parameters : undefined, isApart);
  if (!isMeshed && meshPaths.includes(path)) return sumPathOf(buckets, view, undefined, true);
  return path === 'two-levels' && machines ? groupedPath(machines) : path;
}
