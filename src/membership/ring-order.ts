// The order around a ring in which the slowest edge is fastest: pure. Exact up to 8 members (every order, cut short
// where it can be no better), above by exchanges from the given order. Never worse than that, and equal to it where
// nothing is gained.
import { fullMeshLimit } from './links-needed';
import type { MemberId } from './view';

/** Of a directed edge, in milliseconds; Infinity: these two may not be neighbours. */
export type EdgeCost = (from: MemberId, to: MemberId) => number;

export interface RingOrder {
  readonly order: readonly MemberId[];
  readonly slowest: readonly [MemberId, MemberId];
  readonly slowestMs: number;
  readonly reason: string;
}

/** A ring's slowest edge, and all edges together: orders are compared by the one, then by the other. */
interface Score {
  readonly worst: number;
  readonly sum: number;
}

/** `order` has two members at least. */
export function fastestOrder(order: readonly MemberId[], costMs: EdgeCost): RingOrder {
  const costs = order.map((from) => order.map((to) => (from === to ? Infinity : costMs(from, to))));
  const isExact = order.length <= fullMeshLimit;
  const found = isExact ? exact(costs) : exchanged(costs);
  const [from, to, slowestMs] = slowestOf(found, costs);
  const by = isExact ? 'of all orders' : 'by exchanges';
  const isSame = found.every((at, i) => at === i);
  return {
    order: found.map((at) => order[at]),
    slowest: [order[from], order[to]],
    slowestMs,
    reason: isSame ? `no faster order was found ${by}` : `the fastest ${by}`,
  };
}

/** The slowest edge of the given order. */
export function slowestEdge(
  order: readonly MemberId[],
  costMs: EdgeCost,
): Pick<RingOrder, 'slowest' | 'slowestMs'> {
  const costs = order.map((from) => order.map((to) => (from === to ? Infinity : costMs(from, to))));
  const [from, to, slowestMs] = slowestOf(
    order.map((_, i) => i),
    costs,
  );
  return { slowest: [order[from], order[to]], slowestMs };
}

type Costs = readonly (readonly number[])[];

function slowestOf(ring: readonly number[], costs: Costs): [number, number, number] {
  const edges = ring.map((from, i): [number, number, number] => {
    const to = ring[(i + 1) % ring.length];
    return [from, to, costs[from][to]];
  });
  return edges.reduce((worst, edge) => (edge[2] > worst[2] ? edge : worst));
}

function scoreOf(ring: readonly number[], costs: Costs): Score {
  let [worst, sum] = [0, 0];
  for (let i = 0; i < ring.length; i++) {
    const ms = costs[ring[i]][ring[(i + 1) % ring.length]];
    worst = Math.max(worst, ms);
    sum += ms;
  }
  return { worst, sum };
}

function isBetter(a: Score, b: Score): boolean {
  return a.worst < b.worst || (a.worst === b.worst && a.sum < b.sum);
}

/** Branch and bound: a path that is no better than the best ring is not followed. */
function exact(costs: Costs): readonly number[] {
  const given = costs.map((_, i) => i);
  let [best, bestScore] = [given, scoreOf(given, costs)];
  const path = [0];
  const extend = (worst: number, sum: number): void => {
    if (!isBetter({ worst, sum }, bestScore)) return;
    const last = path[path.length - 1];
    if (path.length === costs.length) {
      const score = { worst: Math.max(worst, costs[last][0]), sum: sum + costs[last][0] };
      if (isBetter(score, bestScore)) [best, bestScore] = [[...path], score];
      return;
    }
    for (const next of given) {
      if (path.includes(next)) continue;
      path.push(next);
      extend(Math.max(worst, costs[last][next]), sum + costs[last][next]);
      path.pop();
    }
  };
  extend(0, 0);
  return best;
}

/** Turns stretches of the ring around as long as that makes it better (2-opt). The first member stays first. */
function exchanged(costs: Costs): readonly number[] {
  let ring: readonly number[] = costs.map((_, i) => i);
  let score = scoreOf(ring, costs);
  for (let isMoving = true; isMoving;) {
    isMoving = false;
    for (let from = 1; from < ring.length - 1; from++)
      for (let to = from + 2; to <= ring.length; to++) {
        const turned = [...ring.slice(0, from), ...ring.slice(from, to).reverse(), ...ring.slice(to)];
        const next = scoreOf(turned, costs);
        if (!isBetter(next, score)) continue;
        [ring, score, isMoving] = [turned, next, true];
      }
  }
  return ring;
}
