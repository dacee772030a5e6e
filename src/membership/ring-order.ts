// The order around a ring in which the slowest edge is fastest, then all edges together (M11): pure. Exact, by branch
// and bound over every order, up to the 8 members of a full mesh; above, the best exchange of two neighbours, whose new
// edges are chords: links that are open already. Equal to the given order where nothing is gained.
import { fullMeshLimit } from './links-needed';
import type { MemberId } from './view';

/** Of a directed edge, in milliseconds; Infinity: these two may not be neighbours. */
export type EdgeCost = (from: MemberId, to: MemberId) => number;

export interface RingOrder {
  readonly order: readonly MemberId[];
  readonly slowest: readonly [MemberId, MemberId];
  readonly slowestMs: number;
}

/** A ring's slowest edge, and all edges together: orders are compared by the one, then by the other. */
interface Score {
  readonly worst: number;
  readonly sum: number;
}

/** `order` has two members at least. */
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

/** Two neighbours change places: …, a, b, c, d, … becomes …, a, c, b, d, …, so that a and c, b and d, two apart before,
 *  are neighbours. */
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
