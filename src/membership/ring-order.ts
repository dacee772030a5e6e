// The ring order with the fastest slowest edge, and among equals the fastest sum of all edges (M11): pure. Up to the 8
// members of a full mesh it is exact, by branch and bound over every order. Above, it is the best exchange of two
// neighbours, because the new edges are chords, whose links are open already. Without a gain the given order stays.
import { fullMeshLimit } from './links-needed';
import type { MemberId } from './view';

/** The cost of a directed edge in milliseconds; Infinity: these two may not be neighbours. */
export type EdgeCost = (from: MemberId, to: MemberId) => number;

export interface RingOrder {
  readonly order: readonly MemberId[];
  readonly slowest: readonly [MemberId, MemberId];
  readonly slowestMs: number;
}

/** A ring's slowest edge and the sum of its edges. Orders are compared by the first, then by the second. */
interface Score {
  readonly worst: number;
  readonly sum: number;
}

/** `order` has at least two members. */
export function fastestOrder(order: readonly MemberId[], costMs: EdgeCost): RingOrder {
  const costs = order.map((from) => order.map((to) => (from === to ? Infinity : costMs(from, to))));
  const found = order.length <= fullMeshLimit ? exact(costs) : bestExchange(costs);
  const [from, to, slowestMs] = slowestOf(found, costs);
  return { order: found.map((at) => order[at]), slowest: [order[from], order[to]], slowestMs };
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

/** Two neighbours change places: …, a, b, c, d, … becomes …, a, c, b, d, …. The new edges a–c and b–d join members that
 *  were two apart. */
function bestExchange(costs: Costs): readonly number[] {
  const given = costs.map((_, i) => i);
  let [best, bestScore] = [given, scoreOf(given, costs)];
  for (const at of given) {
    const ring = [...given];
    const next = (at + 1) % ring.length;
    [ring[at], ring[next]] = [ring[next], ring[at]];
    const score = scoreOf(ring, costs);
    if (isBetter(score, bestScore)) [best, bestScore] = [ring, score];
  }
  return best;
}

/** Branch and bound: drops every path that is not better than the best ring. */
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
