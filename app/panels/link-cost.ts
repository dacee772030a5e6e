// The room's measured links put into the α–β model: α is half the longest round trip, β the slowest known rate. Small
// models rarely keep a link busy for long enough to meter it; then the fastest of the recent steps stands in for β.
import { allReduceCost } from '../../src/collectives/cost';
import type { Snapshot, StepRecord } from '../../src/replica/protocol';

export interface LinkCost {
  readonly predictedMs: number;
  readonly alphaMs: number;
  readonly bytesPerSecond: number;
  /** Where β comes from: the links' own meters, or bytes over time of the fastest recent step. */
  readonly source: 'links' | 'fastest-step';
}

/** undefined while no round trip or no rate is known, or there is nobody to talk to. */
export function predictAllReduce(
  { peers, worldSize, parameterCount, generation }: Snapshot,
  recent: readonly StepRecord[],
): LinkCost | undefined {
  const others = peers.filter((peer) => !peer.isSelf && peer.rank !== undefined);
  const trips = others.flatMap((peer) => (peer.roundTripMs === undefined ? [] : [peer.roundTripMs]));
  if (worldSize < 2 || trips.length === 0) return undefined;
  const metered = others.flatMap((peer) => (peer.bytesPerSecond ? [peer.bytesPerSecond] : []));
  const seen = recent
    .filter((record) => record.generation === generation && record.allReduceMs > 0 && record.bytesSent > 0)
    .map((record) => (record.bytesSent * 1000) / record.allReduceMs);
  const rates = metered.length > 0 ? metered : seen;
  if (rates.length === 0) return undefined;
  const alphaMs = Math.max(...trips) / 2;
  const bytesPerSecond = metered.length > 0 ? Math.min(...metered) : Math.max(...seen);
  const { predictedMs } = allReduceCost('ring', worldSize, parameterCount * 4, alphaMs, bytesPerSecond);
  return {
    predictedMs,
    alphaMs,
    bytesPerSecond,
    source: metered.length > 0 ? 'links' : 'fastest-step',
  };
}
