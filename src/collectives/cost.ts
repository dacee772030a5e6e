// What a collective costs in the α–β model (COST.md derives each row). A message takes α, and 1/β per byte. Every replica
// has one link that sends and receives at once at β bytes/s. Additions are free. Pure: the dashboard draws this beside the
// measurement.
import { fullMeshLimit } from '../membership/links-needed';
import { groupTraffic, type Machines } from './group-traffic';
import type { Cost } from './topologies/rules';
import { groupsOfPath, isTreePath, rulesOf, type GatheredPath, type SumPath } from './topology';

const nothing: Cost = { steps: 0, busiestBytes: 0, meanBytes: 0, predictedMs: 0 };

/** Each replica has a line of its own; of two levels each machine has, and what stays within one costs nothing. */
export function allReduceCost(
  path: SumPath,
  worldSize: number,
  bytes: number,
  alphaMs: number,
  betaBytesPerSecond: number,
): Cost {
  if (worldSize <= 1) return nothing;
  const groups = groupsOfPath(path);
  if (groups) {
    const machines = { groups, bytesPerSecond: Infinity };
    const cost = costOnMachines(path, bytes, betaBytesPerSecond, machines);
    return { ...cost, predictedMs: cost.steps * alphaMs + cost.predictedMs };
  }
  const msPerByte = 1000 / betaBytesPerSecond;
  if (!isTreePath(path)) return gatheredCost(path, worldSize, bytes, alphaMs, msPerByte);
  const row = rulesOf(path).cost(worldSize, bytes, alphaMs, msPerByte);
  return { ...row, meanBytes: meanBytes(worldSize, bytes) };
}

/** The same without latencies, of members that share machines and so their lines (S18d). Gathered parts cost as if nobody
 *  did. */
export function costOnMachines(
  path: SumPath,
  bytes: number,
  bytesPerSecond: number,
  machines: Machines,
): Cost {
  const worldSize = machines.groups.length;
  if (!isTreePath(path)) return allReduceCost(path, worldSize, bytes, 0, bytesPerSecond);
  const { steps, busiest, acrossInARow, withinInARow } = groupTraffic(path, machines.groups);
  const acrossMs = (acrossInARow * bytes * 1000) / bytesPerSecond;
  const withinMs = (withinInARow * bytes * 1000) / machines.bytesPerSecond;
  // With two levels the second begins with what the first has brought. Else messages of both kinds fly at once.
  const predictedMs = groupsOfPath(path) ? acrossMs + withinMs : Math.max(acrossMs, withinMs);
  return { steps, busiestBytes: busiest * bytes, meanBytes: meanBytes(worldSize, bytes), predictedMs };
}

/** All replicas but one send their part once and get the sum once: 2(N−1) transfers of the whole gradient. */
function meanBytes(worldSize: number, bytes: number): number {
  return (2 * (worldSize - 1) * bytes) / worldSize;
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
