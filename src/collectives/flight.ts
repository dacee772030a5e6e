// How long the flights of a sum's messages in a row take, when every edge has its own: the longest way of a contribution
// up to its owner and of the whole sum down again, over all chunks. Messages of one position to several others fly at
// once. With the same flight on every edge it is `steps` of the cost model times that (COST.md). Pure.
import { range } from './topologies/rules';
import { chunkCount, isTreePath, ownerOf, routeOf, type SumPath, type TreePath } from './topology';

/** The flight of one message between two positions. */
export type FlightMs = (from: number, to: number) => number;

export function flightMs(path: SumPath, worldSize: number, edgeMs: FlightMs): number {
  if (worldSize <= 1) return 0;
  const positions = range(0, worldSize);
  if (isTreePath(path)) {
    const chunks = range(0, chunkCount(path, worldSize));
    return Math.max(...chunks.map((chunk) => chunkFlightMs(path, worldSize, chunk, edgeMs)));
  }
  if (path === 'gathered')
    return Math.max(
      ...positions.flatMap((from) => positions.map((to) => (from === to ? 0 : edgeMs(from, to)))),
    );
  // A part does not return to its member: it leaves out the edge that ends there.
  const around = positions.map((from) => edgeMs(from, (from + 1) % worldSize));
  return around.reduce((a, b) => a + b, 0) - Math.min(...around);
}

function chunkFlightMs(topology: TreePath, worldSize: number, chunk: number, edgeMs: FlightMs): number {
  const upMs = (at: number): number => {
    const { children } = routeOf(topology, worldSize, at, chunk);
    return Math.max(0, ...children.map(({ position }) => upMs(position) + edgeMs(position, at)));
  };
  const downMs = (at: number): number => {
    const { to } = routeOf(topology, worldSize, at, chunk);
    return Math.max(0, ...to.map((next) => edgeMs(at, next) + downMs(next)));
  };
  const owner = ownerOf(topology, worldSize, chunk);
  return upMs(owner) + downMs(owner);
}
