// What a collective does: how it cuts a vector, the tree of each chunk, and its walks of the trees. In a climb partial sums
// go to the chunk's owner; in a descent the owner's bytes come down, unchanged. An all-reduce makes both walks:
// a reduce-scatter is its climb, an all-gather its descent. A collective is an entry of `collectives`.
import { chunkCount, ownerOf, routeOf, type TreePath } from './topology';
import { modulo, type Route } from './topologies/rules';

export const collectiveNames = [
  'all-reduce',
  'reduce-scatter',
  'all-gather',
  'broadcast',
  'barrier',
] as const;
export type CollectiveName = (typeof collectiveNames)[number];

interface Walks {
  /** Adds the contributions on the way to the owner. Without it the owner's own values are the result. */
  readonly climbs: boolean;
  /** Brings the result to all. Without it only the owner has it. */
  readonly descends: boolean;
  /** Who owns what. `of the topology`: as many chunks as its all-reduce cuts, with its owners. `one each`: a chunk for
   *  every position. `the root’s`: one chunk. */
  readonly owners: 'of the topology' | 'one each' | 'the root’s';
}

const collectives: Readonly<Record<CollectiveName, Walks>> = {
  'all-reduce': { climbs: true, descends: true, owners: 'of the topology' },
  'reduce-scatter': { climbs: true, descends: false, owners: 'one each' },
  'all-gather': { climbs: false, descends: true, owners: 'one each' },
  broadcast: { climbs: false, descends: true, owners: 'the root’s' },
  // The sum of one element is whole once every member has begun, and nobody has it before.
  barrier: { climbs: true, descends: true, owners: 'of the topology' },
};

export interface CollectivePlan extends Pick<Walks, 'climbs' | 'descends'> {
  readonly chunkCount: number;
  routeOf(position: number, chunk: number): Route;
  ownerOf(chunk: number): number;
}

/** `root`: the position that a broadcast begins at. */
export function planOf(
  name: CollectiveName,
  topology: TreePath,
  worldSize: number,
  root = 0,
): CollectivePlan {
  const { climbs, descends, owners } = collectives[name];
  const own = chunkCount(topology, worldSize);
  switch (owners) {
    case 'one each':
      if (own === worldSize) break;
      return { climbs, descends, chunkCount: worldSize, ...treesOf(topology, worldSize, (chunk) => chunk) };
    case 'the root’s':
      return { climbs, descends, chunkCount: 1, ...treesOf(topology, worldSize, () => root) };
    case 'of the topology':
      break;
    default:
      owners satisfies never;
  }
  return {
    climbs,
    descends,
    chunkCount: own,
    routeOf: (position, chunk) => routeOf(topology, worldSize, position, chunk),
    ownerOf: (chunk) => ownerOf(topology, worldSize, chunk),
  };
}

/** The tree of the topology's first chunk, turned around the ring so that the wanted position owns it. */
function treesOf(
  topology: TreePath,
  worldSize: number,
  wanted: (chunk: number) => number,
): Pick<CollectivePlan, 'routeOf' | 'ownerOf'> {
  const first = ownerOf(topology, worldSize, 0);
  return {
    ownerOf: wanted,
    routeOf: (position, chunk) => {
      const turn = wanted(chunk) - first;
      const turned = (at: number): number => modulo(at + turn, worldSize);
      const route = routeOf(topology, worldSize, modulo(position - turn, worldSize), 0);
      return {
        children: route.children.map(({ position: at, contributors }) => ({
          position: turned(at),
          contributors: contributors.map(turned),
        })),
        parent: route.parent === undefined ? undefined : turned(route.parent),
        source: route.source === undefined ? undefined : turned(route.source),
        to: route.to.map(turned),
      };
    },
  };
}
