// The room's measured links put into the α–β model: α is half the longest round trip, β the slowest known rate.
import { allReduceCost } from '../../src/collectives/cost';
import type { Snapshot } from '../../src/replica/protocol';

export interface LinkCost {
  readonly predictedMs: number;
  readonly alphaMs: number;
  readonly bytesPerSecond: number;
}

/** undefined while no link has been measured, or there is nobody to talk to. */
export function predictAllReduce({ peers, worldSize, parameterCount }: Snapshot): LinkCost | undefined {
  const others = peers.filter((peer) => !peer.isSelf && peer.rank !== undefined);
  const rates = others.flatMap((peer) => (peer.bytesPerSecond ? [peer.bytesPerSecond] : []));
  const trips = others.flatMap((peer) => (peer.roundTripMs === undefined ? [] : [peer.roundTripMs]));
  if (worldSize < 2 || rates.length === 0 || trips.length === 0) return undefined;
  const alphaMs = Math.max(...trips) / 2;
  const bytesPerSecond = Math.min(...rates);
  const { predictedMs } = allReduceCost('ring', worldSize, parameterCount * 4, alphaMs, bytesPerSecond);
  return { predictedMs, alphaMs, bytesPerSecond };
}
