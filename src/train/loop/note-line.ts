// What the sums of a step showed of this replica's line: it says so in its next record, and bucket sizes follow.
import { allReduceCost } from '../../collectives/cost';
import { targetsOf } from '../../collectives/neighbours';
import type { View } from '../../membership/view';
import type { Bucket } from '../../model/engine';
import { messageTime } from '../metrics/line-times';
import type { ReduceOutcome } from '../reduce/reduce-step';
import { encodedBytes } from '../reduce/compressing';
import type { StepDecision } from '../decide/step-decision';
import type { LoopParts } from './loop-parts';

export function noteLine(
  { hub, deps, local }: Pick<LoopParts, 'hub' | 'deps' | 'local'>,
  view: View,
  { plan, path }: StepDecision,
  buckets: readonly Bucket[],
  { spans }: ReduceOutcome,
): void {
  const stats = targetsOf(path, view, deps.self).map((member) => hub.link(member)?.stats());
  const rates = stats.map((one) => one?.bytesPerSecond ?? 0);
  const trips = stats.map((one) => one?.roundTripMs ?? 0);
  const bytesPerSecond = Math.min(...rates);
  const bytes = encodedBytes(plan.buckets.codec, buckets);
  if (!bytes || rates.length === 0 || bytesPerSecond === 0) return local.summed(undefined, undefined);
  const costs = bytes.map((each) => allReduceCost(path, view.members.length, each, 0, bytesPerSecond));
  const hops = costs.at(0)?.steps ?? 0;
  const lineMs = costs.map(({ predictedMs }) => predictedMs);
  const flightMs = (hops * Math.max(...trips)) / 2;
  local.summed(messageTime({ spans, lineMs, flightMs, hops }), bytesPerSecond);
}
