// What a collective costs in the α–β model (COST.md derives each row). A message takes α, and 1/β per byte. Every replica
// has one link that sends and receives at once at β bytes/s. Additions are free. Pure: the dashboard draws this beside the
// measurement.
import { fullMeshLimit } from '../membership/links-needed';
import type { Cost } from './topologies/rules';
import { isTopology, topologyRules, type GatheredPath, type SumPath } from './topology';

const nothing: Cost = { steps: 0, busiestBytes: 0, meanBytes: 0, predictedMs: 0 };

export function allReduceCost(
  path: SumPath,
  worldSize: number,
  bytes: number,
  alphaMs: number,
  betaBytesPerSecond: number,
): Cost {
  if (worldSize <= 1) return nothing;
  // All replicas but one send their part once and get the sum once: 2(N−1) transfers of the whole gradient.
  const meanBytes = (2 * (worldSize - 1) * bytes) / worldSize;
  const msPerByte = 1000 / betaBytesPerSecond;
  if (!isTopology(path)) return gatheredCost(path, worldSize, bytes, alphaMs, msPerByte);
  return { ...topologyRules[path].cost(worldSize, bytes, alphaMs, msPerByte), meanBytes };
}

/** Every part goes to all others: at once in a full mesh, else from neighbour to neighbour around the ring. */
function gatheredCost(
  path: GatheredPath,
  worldSize: number,
  bytes: number,
  alphaMs: number,
  msPerByte: number,
): Cost {
  const steps = path === 'gathered' && worldSize <= fullMeshLimit ? 1 : worldSize - 1;
  const sent = (worldSize - 1) * bytes;
  return { steps, busiestBytes: sent, meanBytes: sent, predictedMs: steps * alphaMs + sent * msPerByte };
}
