// What the collectives beside the all-reduce cost (COST.md). A run sends all-reduces only.
import { planOf, type CollectiveName } from '../collective-plan';
import { allReduceCost } from '../cost';
import { segmentElements } from '../schedule';
import type { Cost } from '../topologies/rules';
import type { Topology } from '../topology';

const nothing: Cost = { steps: 0, busiestBytes: 0, meanBytes: 0, predictedMs: 0 };

/** The bytes of an f32, as in the barrier and the segments of a broadcast. */
const elementBytes = 4;

/** `bytes`: of the whole vector. A barrier has one element, whatever they are. */
export function collectiveCost(
  collective: CollectiveName,
  topology: Topology,
  worldSize: number,
  bytes: number,
  { alphaMs, betaBytesPerSecond }: { readonly alphaMs: number; readonly betaBytesPerSecond: number },
): Cost {
  if (worldSize <= 1) return nothing;
  const msPerByte = 1000 / betaBytesPerSecond;
  switch (collective) {
    case 'all-reduce':
      return allReduceCost(topology, worldSize, bytes, alphaMs, betaBytesPerSecond);
    case 'reduce-scatter':
    case 'all-gather': {
      // Every replica sends its part of each chunk, or passes it on, once: all are busy all the time.
      const sentBytes = ((worldSize - 1) * bytes) / worldSize;
      const { steps } = walkOf(collective, topology, worldSize);
      const predictedMs = steps * alphaMs + sentBytes * msPerByte;
      return { steps, busiestBytes: sentBytes, meanBytes: sentBytes, predictedMs };
    }
    case 'broadcast': {
      const { steps, mostSends } = walkOf(collective, topology, worldSize);
      const busiestBytes = mostSends * bytes;
      // The busiest sends all its copies; then its last segment has the other hops before it.
      const lastBytes = (steps - 1) * Math.min(bytes, elementBytes * segmentElements);
      const predictedMs = steps * alphaMs + (busiestBytes + lastBytes) * msPerByte;
      return { steps, busiestBytes, meanBytes: ((worldSize - 1) * bytes) / worldSize, predictedMs };
    }
    case 'barrier': {
      const { steps, mostSends } = walkOf(collective, topology, worldSize);
      const busiestBytes = mostSends * elementBytes;
      const meanBytes = (2 * (worldSize - 1) * elementBytes) / worldSize;
      return { steps, busiestBytes, meanBytes, predictedMs: steps * (alphaMs + elementBytes * msPerByte) };
    }
    default:
      return collective satisfies never;
  }
}

/** The first chunk’s walk: the hops of its longest path, both walks together, and how often a position sends it at
 *  most. */
function walkOf(
  collective: CollectiveName,
  topology: Topology,
  worldSize: number,
): { readonly steps: number; readonly mostSends: number } {
  const plan = planOf(collective, topology, worldSize);
  let [climb, descent, mostSends] = [0, 0, 0];
  for (let position = 0; position < worldSize; position++) {
    const { parent, to } = plan.routeOf(position, 0);
    const sends = (plan.climbs && parent !== undefined ? 1 : 0) + (plan.descends ? to.length : 0);
    mostSends = Math.max(mostSends, sends);
    if (plan.climbs)
      climb = Math.max(
        climb,
        hops(position, (at) => plan.routeOf(at, 0).parent),
      );
    if (plan.descends)
      descent = Math.max(
        descent,
        hops(position, (at) => plan.routeOf(at, 0).source),
      );
  }
  return { steps: climb + descent, mostSends };
}

function hops(position: number, next: (at: number) => number | undefined): number {
  let count = 0;
  for (let at = next(position); at !== undefined; at = next(at)) count++;
  return count;
}
